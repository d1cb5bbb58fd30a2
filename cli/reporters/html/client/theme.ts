import { h } from './dom.ts';

const STORE = 'clerk-metadata-codemod:theme';
const THEMES = ['auto', 'light', 'dark'] as const;

/** A button that goes through the themes: the system's, light, dark. */
export function createThemeButton(): HTMLButtonElement {
  let theme: string = read();
  const show = (): void => {
    document.documentElement.dataset['theme'] = theme;
    button.textContent = `Theme: ${theme}`;
  };
  const button = h('button.tool', {
    type: 'button',
    click: () => {
      theme = THEMES[(THEMES.findIndex((name) => name === theme) + 1) % THEMES.length] ?? 'auto';
      try {
        localStorage.setItem(STORE, theme);
      } catch {
        // It holds for this page, then.
      }
      show();
    },
  });
  show();
  return button;
}

function read(): string {
  try {
    const stored = localStorage.getItem(STORE);
    return THEMES.find((name) => name === stored) ?? 'auto';
  } catch {
    return 'auto';
  }
}
