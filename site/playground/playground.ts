import { useData } from 'vitepress';
import {
  computed,
  defineComponent,
  h,
  nextTick,
  onBeforeUnmount,
  onMounted,
  ref,
  shallowRef,
  type VNode,
  watch,
} from 'vue';
import type { Position } from '../../transforms/finding.ts';
import { PUBLICATION } from './built-data.ts';
import type { EngineAnswer, EngineOptions, SourceText } from '../engine/engine-messages.ts';
import { isSource } from '../engine/source-names.ts';
import { writeBugReport } from './bug-report.ts';
import type { CaseRow } from './case.ts';
import { type CodeEditor, createEditor } from './code-editor.ts';
import { startEngine } from './engine-client.ts';
import { type Choice, renderExamples } from './examples-dialog.ts';
import { renderTabs } from './file-tabs.ts';
import { renderFindings } from './findings-list.ts';
import { openWanted } from './open-wanted.ts';
import { countOptions, renderOptions } from './options-panel.ts';
import { packState, type SharedState } from './shared-state.ts';
import { differencesOf, editsOf, movedPlace } from './text-marks.ts';
import { countFindings } from './verdicts.ts';

/** Milliseconds after the last key before the engine is asked, and before the address is written. */
const DELAYS = { ask: 60, address: 400 };

/** The playground: files on the left, what becomes of them on the right, the findings below. */
export default defineComponent({
  name: 'Playground',
  setup() {
    const { site } = useData();
    const { base } = site.value;
    const files = shallowRef<readonly SourceText[]>([]);
    const active = ref(0);
    const options = shallowRef<EngineOptions>({});
    const answer = shallowRef<EngineAnswer>();
    const failure = ref('');
    const note = ref('');
    const copied = ref('');
    const isRenaming = ref(false);
    const query = ref('');
    const rows = shallowRef<readonly CaseRow[]>([]);
    const report = ref('');
    const before = ref<HTMLElement>();
    const after = ref<HTMLElement>();
    const optionsMenu = ref<HTMLDetailsElement>();
    const examplesDialog = ref<HTMLDialogElement>();
    const reportDialog = ref<HTMLDialogElement>();

    let editors: { readonly before: CodeEditor; readonly after: CodeEditor } | undefined;
    let askTimer: ReturnType<typeof setTimeout> | undefined;
    let addressTimer: ReturnType<typeof setTimeout> | undefined;
    let copiedTimer: ReturnType<typeof setTimeout> | undefined;
    let written = '';

    const shown = computed(() => files.value[active.value]);
    const plan = computed(() => answer.value?.results.find(({ path }) => path === shown.value?.path)?.plan);
    const output = computed(() => (plan.value?.kind === 'planned' ? plan.value.output : (shown.value?.text ?? '')));
    const isRewritten = computed(() => plan.value?.kind === 'planned' && output.value !== shown.value?.text);
    const status = computed(() => {
      if (failure.value !== '') return failure.value;
      if (answer.value === undefined) return 'The engine is starting…';
      if (shown.value !== undefined && !isSource(shown.value.path)) return 'Read for what it says of the project';
      if (plan.value?.kind === 'failed') return 'Could not be analysed';
      return countFindings(plan.value?.findings ?? []);
    });

    const engine = ref<ReturnType<typeof startEngine>>();

    const ask = (): void => {
      clearTimeout(askTimer);
      engine.value?.ask(files.value, options.value);
    };

    const askSoon = (): void => {
      clearTimeout(askTimer);
      askTimer = setTimeout(ask, DELAYS.ask);
    };

    const currentState = (): SharedState => ({ files: files.value, active: active.value, options: options.value });

    const writeAddress = async (): Promise<string> => {
      clearTimeout(addressTimer);
      written = `#code/${await packState(currentState())}`;
      history.replaceState(history.state, '', written);
      return location.href;
    };

    /** After an edit: the engine is asked, and the address follows. */
    const edited = (): void => {
      note.value = '';
      askSoon();
      clearTimeout(addressTimer);
      addressTimer = setTimeout(() => void writeAddress(), DELAYS.address);
    };

    const show = (): void => {
      if (shown.value === undefined) return;
      editors?.before.show(shown.value.path, shown.value.text);
      showResult();
    };

    const showResult = (): void => {
      const file = shown.value;
      if (file === undefined || editors === undefined) return;
      const edits = plan.value?.kind === 'planned' ? editsOf(plan.value.findings) : [];
      const changed = differencesOf(file.text, edits);
      editors.after.show(file.path, output.value);
      editors.after.mark({ changed: changed.after, found: [] });
      editors.before.mark({
        changed: changed.before,
        found: (plan.value?.findings ?? []).map(({ mark, verdict, method, target }) => ({
          ...mark,
          verdict,
          title: `${verdict}: ${target === null ? method : `${method} → ${target}`}`,
        })),
      });
    };

    const open = (state: SharedState): void => {
      for (const { path } of [...files.value, ...state.files]) {
        editors?.before.forget(path);
        editors?.after.forget(path);
      }
      files.value = state.files.map(({ path, text }) => ({ path, text }));
      active.value = state.active;
      options.value = state.options;
      answer.value = undefined;
      isRenaming.value = false;
      show();
      ask();
    };

    const openHash = async (): Promise<void> => {
      if (location.hash === written && written !== '') return;
      written = location.hash;
      const opened = await openWanted(location.hash, base);
      open(opened.state);
      note.value = opened.note ?? '';
    };

    const choose = (choice: Choice): void => {
      examplesDialog.value?.close();
      if ('hash' in choice) {
        history.replaceState(history.state, '', `#${choice.hash}`);
        void openHash();
        return;
      }
      open(choice.state);
      note.value = '';
      void writeAddress();
    };

    const select = (index: number): void => {
      active.value = index;
      show();
    };

    const rename = (path: string): void => {
      isRenaming.value = false;
      const name = path.trim().replace(/^[./]+/, '');
      if (name === '' || files.value.some((file) => file.path === name)) return;
      files.value = files.value.map((file, index) => (index === active.value ? { ...file, path: name } : file));
      show();
      edited();
    };

    const add = (): void => {
      let number = files.value.length + 1;
      while (files.value.some(({ path }) => path === `file-${String(number)}.ts`)) number++;
      files.value = [...files.value, { path: `file-${String(number)}.ts`, text: '' }];
      select(files.value.length - 1);
      isRenaming.value = true;
      edited();
    };

    const remove = (): void => {
      if (shown.value === undefined || files.value.length === 1) return;
      editors?.before.forget(shown.value.path);
      editors?.after.forget(shown.value.path);
      files.value = files.value.filter((_, index) => index !== active.value);
      select(Math.max(0, active.value - 1));
      edited();
    };

    const changeOptions = (changed: EngineOptions): void => {
      options.value = changed;
      edited();
    };

    const goTo = ({ line, column }: Position): void => {
      editors?.before.goTo(line, column);
    };

    const copy = async (text: string, what: string): Promise<void> => {
      try {
        await navigator.clipboard.writeText(text);
        copied.value = what;
      } catch {
        copied.value = 'The browser refused to copy';
      }
      clearTimeout(copiedTimer);
      copiedTimer = setTimeout(() => {
        copied.value = '';
      }, 2500);
    };

    const openExamples = async (): Promise<void> => {
      query.value = '';
      examplesDialog.value?.showModal();
      if (rows.value.length === 0) rows.value = (await (await fetch(`${base}cases/rows.json`)).json()) as CaseRow[];
    };

    const openReport = async (): Promise<void> => {
      report.value = writeBugReport({
        version: PUBLICATION.version,
        files: files.value,
        active: active.value,
        options: options.value,
        plan: plan.value,
        address: await writeAddress(),
      });
      reportDialog.value?.showModal();
    };

    onMounted(() => {
      engine.value = startEngine((outcome) => {
        failure.value = outcome.kind === 'failed' ? outcome.message : '';
        if (outcome.kind === 'answered') answer.value = outcome.answer;
        showResult();
        if (outcome.kind === 'answered') performance.mark('playground-result');
      });
      if (before.value === undefined || after.value === undefined) return;
      editors = {
        before: createEditor({
          parent: before.value,
          label: 'Your code',
          side: 'before',
          onChange: (text) => {
            files.value = files.value.map((file, index) => (index === active.value ? { ...file, text } : file));
            edited();
          },
          onScroll: () => {
            const edits = plan.value === undefined ? [] : editsOf(plan.value.findings);
            editors?.after.scrollTo(movedPlace(editors.before.topPlace(), edits));
          },
        }),
        after: createEditor({ parent: after.value, label: 'Rewritten code', side: 'after' }),
      };
      void openHash();
      addEventListener('hashchange', onHash);
      addEventListener('pointerdown', closeOptions);
      addEventListener('keydown', closeOptions);
    });

    const onHash = (): void => void openHash();

    /** Escape, and a click elsewhere, close the options. */
    const closeOptions = (event: Event): void => {
      const menu = optionsMenu.value;
      if (menu?.open !== true) return;
      const isElsewhere = event.type === 'pointerdown' && event.target instanceof Node && !menu.contains(event.target);
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (isElsewhere || isEscape) menu.open = false;
      if (isEscape) menu.querySelector('summary')?.focus();
    };

    onBeforeUnmount(() => {
      removeEventListener('hashchange', onHash);
      removeEventListener('pointerdown', closeOptions);
      removeEventListener('keydown', closeOptions);
      clearTimeout(askTimer);
      clearTimeout(addressTimer);
      engine.value?.stop();
      editors?.before.destroy();
      editors?.after.destroy();
    });

    // The tab to look at may be out of sight, where there are many.
    watch([active, files], async () => {
      await nextTick();
      document.getElementById(`tab-${String(active.value)}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });

    const button = (text: string, act: () => unknown, attributes: Readonly<Record<string, unknown>> = {}): VNode =>
      h('button', { type: 'button', class: 'tool', onClick: () => void act(), ...attributes }, text);

    const renderToolbar = (): VNode =>
      h('div', { class: 'toolbar' }, [
        h('h1', 'Playground'),
        button('Examples', openExamples, { 'aria-haspopup': 'dialog' }),
        h('details', { class: 'options-menu', ref: optionsMenu }, [
          h('summary', { class: 'tool' }, [
            'Options',
            countOptions(options.value) === 0
              ? undefined
              : h('span', { class: 'count' }, String(countOptions(options.value))),
          ]),
          renderOptions(options.value, changeOptions),
        ]),
        h('span', { class: 'space' }),
        h('span', { class: 'copied', role: 'status' }, copied.value),
        button('Copy link', async () => copy(await writeAddress(), 'Link copied')),
        button('Report this', openReport, { 'aria-haspopup': 'dialog' }),
      ]);

    const renderDialogs = (): VNode[] => [
      h('dialog', { ref: examplesDialog, class: 'dialog examples', 'aria-label': 'Examples' }, [
        renderDialogHead('Examples', examplesDialog.value),
        ...renderExamples({
          rows: rows.value,
          query: query.value,
          search: (text) => {
            query.value = text;
          },
          choose,
        }),
      ]),
      h('dialog', { ref: reportDialog, class: 'dialog report', 'aria-label': 'Report this' }, [
        renderDialogHead('Report this', reportDialog.value),
        h('p', 'This text says what the engine made of your code. Add what you expected, and file it as an issue.'),
        h('textarea', {
          'aria-label': 'The text of the report',
          spellcheck: false,
          value: report.value,
          onInput: (event: Event) => {
            report.value = (event.target as HTMLTextAreaElement).value;
          },
        }),
        h('div', { class: 'dialog-tools' }, [
          button('Copy the text', async () => copy(report.value, 'Report copied'), { class: 'tool strong' }),
          PUBLICATION.bugs === null
            ? undefined
            : h('a', { class: 'tool', href: PUBLICATION.bugs, target: '_blank', rel: 'noreferrer' }, 'Open the issues'),
        ]),
      ]),
    ];

    return () =>
      h('main', { class: 'playground' }, [
        renderToolbar(),
        note.value === '' ? undefined : h('p', { class: 'about-case' }, note.value),
        h('div', { class: 'panes' }, [
          h('section', { class: 'pane', 'aria-label': 'Your code' }, [
            renderTabs({
              files: files.value,
              active: active.value,
              isRenaming: isRenaming.value,
              countOf: (path) => answer.value?.results.find((result) => result.path === path)?.plan.findings.length,
              select,
              startRename: () => {
                isRenaming.value = true;
              },
              rename,
              add,
              remove,
            }),
            h('div', { id: 'code-panel', class: 'editor', role: 'tabpanel', ref: before }),
          ]),
          h('section', { class: 'pane', 'aria-label': 'Rewritten code' }, [
            h('div', { class: 'pane-head' }, [
              h('span', isRewritten.value ? 'Rewritten' : 'Rewritten: stays as it is'),
              h('span', { class: 'space' }),
              button('Copy', async () => copy(output.value, 'Code copied'), { class: 'tool small' }),
            ]),
            h('div', { class: 'editor', ref: after }),
          ]),
        ]),
        h('section', { class: 'results', 'aria-label': 'Findings' }, [
          h('div', { class: 'results-head' }, [
            h('h2', h('span', { role: 'status' }, status.value)),
            answer.value === undefined
              ? undefined
              : h('span', { class: 'time' }, `${answer.value.milliseconds.toFixed(0)} ms`),
          ]),
          renderFindings({ plan: plan.value, base, goTo }),
        ]),
        ...renderDialogs(),
      ]);
  },
});

function renderDialogHead(title: string, dialog: HTMLDialogElement | undefined): VNode {
  return h('div', { class: 'dialog-head' }, [
    h('h2', title),
    h(
      'button',
      {
        type: 'button',
        class: 'tool small',
        onClick: () => {
          dialog?.close();
        },
      },
      'Close',
    ),
  ]);
}
