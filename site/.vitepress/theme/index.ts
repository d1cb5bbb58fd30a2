import DefaultTheme, { VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts';
import type { Theme } from 'vitepress';
import { defineAsyncComponent, h } from 'vue';
import { warmUpEngine } from '../../playground/engine-thread.ts';
import { watchCases } from './case-rows.ts';
import './site.css';
import './playground.css';

const BASE = import.meta.env.BASE_URL;

function loadPlayground() {
  warmUpEngine();
  return import('../../playground/playground.ts');
}

/** The playground needs a browser, and nobody who reads the docs waits for it. */
const Playground = defineAsyncComponent({
  loader: loadPlayground,
  loadingComponent: {
    render: () => h('p', { class: 'playground-loading', role: 'status' }, 'Loading the playground…'),
  },
  delay: 0,
});

if (!import.meta.env.SSR) {
  // Before the router does: it would take each link for one to follow.
  watchCases(BASE);
  // Who comes for the playground has it on its way while the page around it is set up.
  if (location.pathname.startsWith(`${BASE}playground`)) void loadPlayground();
}

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Playground', Playground);
    app.component('VPHomeHero', VPHomeHero);
    app.component('VPHomeFeatures', VPHomeFeatures);
  },
};

export default theme;
