import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import {
  EditorSelection,
  EditorState,
  type Extension,
  type Range as Ranged,
  StateEffect,
  StateField,
} from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { Position, Range, Verdict } from '../../transforms/finding.ts';
import { languageOf } from './languages.ts';
import type { Mark } from './text-marks.ts';

/** What is marked in an editor's text. */
export interface Marked {
  /** What the other side doesn't have. */
  readonly changed: readonly Mark[];
  /** Where findings are. */
  readonly found: readonly (Range & { readonly verdict: Verdict; readonly title: string })[];
}

export interface CodeEditor {
  /** Shows a file; each keeps its cursor and its history. */
  show(path: string, text: string): void;
  /** Forgets a file, so that it is shown as new. */
  forget(path: string): void;
  mark(marked: Marked): void;
  /** Puts the cursor to a place (from 1) and makes it visible. */
  goTo(line: number, column: number): void;
  scrollTo(place: number): void;
  /** The offset of what is at the top of what is visible. */
  topPlace(): number;
  destroy(): void;
}

interface EditorOptions {
  readonly parent: HTMLElement;
  /** For screen readers. */
  readonly label: string;
  /** How what the other side doesn't have is marked. */
  readonly side: 'before' | 'after';
  /** Told of each change; left out where the text can't be edited. */
  readonly onChange?: (text: string) => void;
  readonly onScroll?: () => void;
}

const setMarks = StateEffect.define<DecorationSet>();

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function createEditor({ parent, label, side, onChange, onScroll }: EditorOptions): CodeEditor {
  const states = new Map<string, EditorState>();
  let shown: string | undefined;
  let current = '';
  // What the page itself puts in is no edit.
  let isQuiet = false;

  /** In the editor each end of a line is one character. */
  const inEditor = (place: number): number => place - (current.slice(0, place).match(/\r\n/g)?.length ?? 0);

  const extensionsFor = (path: string, text: string): Extension => [
    text.includes('\r\n') ? EditorState.lineSeparator.of('\r\n') : [],
    lineNumbers(),
    drawSelection(),
    bracketMatching(),
    syntaxHighlighting(classHighlighter),
    languageOf(path),
    marks,
    EditorView.contentAttributes.of({ 'aria-label': `${label}, ${path}`, tabindex: '0' }),
    matchMedia('(max-width: 640px)').matches ? EditorView.lineWrapping : [],
    EditorState.tabSize.of(2),
    ...(onChange === undefined
      ? [EditorState.readOnly.of(true), keymap.of(defaultKeymap)]
      : [
          history(),
          indentOnInput(),
          closeBrackets(),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (!docChanged || isQuiet) return;
            current = state.sliceDoc();
            onChange(current);
          }),
        ]),
    ...(onScroll === undefined ? [] : [EditorView.domEventHandlers({ scroll: onScroll })]),
  ];

  const view = new EditorView({ parent });
  return {
    show(path, text) {
      if (shown !== undefined) states.set(shown, view.state);
      isQuiet = true;
      const known = states.get(path);
      if (shown !== path)
        view.setState(known ?? EditorState.create({ doc: text, extensions: extensionsFor(path, text) }));
      shown = path;
      current = text;
      if (view.state.sliceDoc() !== text)
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      isQuiet = false;
    },
    forget(path) {
      states.delete(path);
      if (shown === path) shown = undefined;
    },
    mark({ changed, found }) {
      view.dispatch({
        effects: setMarks.of(
          decorate(
            view.state,
            side,
            changed.map(({ from, to }) => ({ from: inEditor(from), to: inEditor(to) })),
            found,
          ),
        ),
      });
    },
    goTo(line, column) {
      const { doc } = view.state;
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const place = Math.min(from + column - 1, to);
      view.dispatch({
        selection: EditorSelection.cursor(place),
        effects: EditorView.scrollIntoView(place, { y: 'center' }),
      });
      view.focus();
    },
    scrollTo(place) {
      const at = Math.min(inEditor(place), view.state.doc.length);
      view.scrollDOM.scrollTop = view.lineBlockAt(at).top;
    },
    topPlace: () => view.lineBlockAtHeight(view.scrollDOM.scrollTop).from,
    destroy() {
      view.destroy();
    },
  };
}

function decorate(
  state: EditorState,
  side: EditorOptions['side'],
  changed: Marked['changed'],
  found: Marked['found'],
): DecorationSet {
  const { doc } = state;
  const within = (place: number): number => Math.max(0, Math.min(place, doc.length));
  const lines = new Map<number, Ranged<Decoration>>();
  const parts: Ranged<Decoration>[] = [];
  for (const mark of changed) {
    const [from, to] = [within(mark.from), within(mark.to)];
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      lines.set(line.from, Decoration.line({ class: `cm-${side}` }).range(line.from));
      if (line.to >= to || line.number === doc.lines) break;
    }
    if (from < to) parts.push(Decoration.mark({ class: `cm-${side}-part` }).range(from, to));
  }
  const placeOf = ({ line, column }: Position): number =>
    line > doc.lines ? doc.length : within(doc.line(line).from + column - 1);
  for (const { from, to, verdict, title } of found) {
    const [start, end] = [placeOf(from), placeOf(to)];
    if (start < end)
      parts.push(Decoration.mark({ class: `cm-found cm-found-${verdict}`, attributes: { title } }).range(start, end));
  }
  return Decoration.set([...lines.values(), ...parts], true);
}
