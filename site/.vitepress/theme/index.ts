import DefaultTheme, { VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts';
import type { Theme } from 'vitepress';
import { defineAsyncComponent, h } from 'vue';
import { warmUpEngine } from '../../playground/engine-thread.ts';
import { watchCases } from './case-rows.ts';
import './site.css';
import './playground.css';

/** The playground needs a browser, and nobody who reads the docs waits for it. */
const Playground = defineAsyncComponent({
  loader: () => {
    warmUpEngine();
    return import('../../playground/playground.ts');
  },
  loadingComponent: {
    render: () => h('p', { class: 'playground-loading', role: 'status' }, 'Loading the playground…'),
  },
  delay: 0,
});

// Before the router does: it would take each link for one to follow.
if (!import.meta.env.SSR) watchCases(import.meta.env.BASE_URL);

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Playground', Playground);
    app.component('VPHomeHero', VPHomeHero);
    app.component('VPHomeFeatures', VPHomeFeatures);
  },
};

export default theme;
