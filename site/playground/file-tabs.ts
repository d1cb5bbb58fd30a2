import { defineComponent, h, type VNode } from 'vue';
import type { SourceText } from '../engine/engine-messages.ts';

interface TabsOptions {
  readonly files: readonly SourceText[];
  readonly active: number;
  /** Whether the name of the active tab is being changed. */
  readonly isRenaming: boolean;
  /** How many findings a file has; undefined before it has been looked at. */
  readonly countOf: (path: string) => number | undefined;
  readonly select: (index: number) => void;
  readonly startRename: () => void;
  readonly rename: (path: string) => void;
  readonly add: () => void;
  readonly remove: () => void;
}

/** The files as tabs. Arrows go from one to the next, F2 or a double click changes a name, Delete closes. */
export function renderTabs(options: TabsOptions): VNode {
  const { files, active, isRenaming, startRename, rename, add, remove } = options;
  const path = files[active]?.path ?? '';
  return h('div', { class: 'tabs-bar' }, [
    h(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': 'Files' },
      files.map((_, index) => renderTab(index, options)),
    ),
    ...(isRenaming
      ? [h(NameField, { key: 'name', path, onDone: rename })]
      : [
          renderTool('✎', `Change the name of ${path}`, startRename),
          files.length > 1 ? renderTool('×', `Close ${path}`, remove) : undefined,
          renderTool('+', 'Add a file', add),
        ]),
  ]);
}

function renderTab(index: number, { files, active, countOf, select, startRename, remove }: TabsOptions): VNode {
  const path = files[index]?.path ?? '';
  const count = countOf(path) ?? 0;
  const go = (to: number): void => {
    const next = (to + files.length) % files.length;
    select(next);
    setTimeout(() => document.getElementById(`tab-${String(next)}`)?.focus());
  };
  return h(
    'button',
    {
      key: path,
      type: 'button',
      role: 'tab',
      id: `tab-${String(index)}`,
      class: ['tab', { active: index === active }],
      'aria-selected': index === active,
      'aria-controls': 'code-panel',
      tabindex: index === active ? 0 : -1,
      onClick: () => {
        select(index);
      },
      onDblclick: startRename,
      onKeydown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowRight') go(index + 1);
        else if (event.key === 'ArrowLeft') go(index - 1);
        else if (event.key === 'F2') startRename();
        else if (event.key === 'Delete' && files.length > 1) remove();
        else return;
        event.preventDefault();
      },
    },
    [
      path,
      count === 0
        ? undefined
        : h(
            'span',
            { class: 'count', title: count === 1 ? 'one finding' : `${String(count)} findings` },
            String(count),
          ),
    ],
  );
}

function renderTool(sign: string, label: string, act: () => void): VNode {
  return h('button', { type: 'button', class: 'tab-tool', 'aria-label': label, title: label, onClick: act }, sign);
}

/** Takes a name. Enter, or leaving it, is done; Escape leaves the name as it was. */
const NameField = defineComponent({
  props: { path: { type: String, required: true } },
  emits: { done: (name: string) => name !== '' },
  setup({ path }, { emit }) {
    let isDone = false;
    const finish = (name: string): void => {
      if (isDone) return;
      isDone = true;
      emit('done', name.trim() === '' ? path : name);
    };
    return () =>
      h('input', {
        class: 'tab-name',
        spellcheck: false,
        'aria-label': 'Name of the file; its ending says what language it is in',
        onVnodeMounted: ({ el }: VNode) => {
          const input = el as HTMLInputElement;
          input.value = path;
          input.focus();
          input.setSelectionRange(0, Math.max(path.lastIndexOf('.'), 0));
        },
        onBlur: (event: Event) => {
          finish((event.target as HTMLInputElement).value);
        },
        onKeydown: (event: KeyboardEvent) => {
          if (event.key === 'Enter') finish((event.target as HTMLInputElement).value);
          if (event.key === 'Escape') finish(path);
        },
      });
  },
});
