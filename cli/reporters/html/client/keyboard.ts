export interface KeyActions {
  readonly next: () => void;
  readonly previous: () => void;
  readonly tick: () => void;
  readonly fold: () => void;
  readonly search: () => void;
  readonly unreviewed: () => void;
  readonly clear: () => void;
}

/** Single keys, which are left alone while somebody writes, holds another key, or reads the dialog. */
export function listenToKeys(help: HTMLDialogElement, actions: KeyActions): void {
  const byKey: Readonly<Record<string, () => void>> = {
    j: actions.next,
    k: actions.previous,
    x: actions.tick,
    o: actions.fold,
    '/': actions.search,
    u: actions.unreviewed,
    Escape: actions.clear,
    '?': () => {
      help.showModal();
    },
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || help.open) return;
    const { target } = event;
    if (target instanceof HTMLInputElement && target.type === 'search') {
      if (event.key === 'Escape') target.blur();
      return;
    }
    const act = byKey[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}
