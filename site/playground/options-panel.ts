import { h, type VNode } from 'vue';
import { AREAS, type Area } from '../../transforms/settings.ts';
import type { EngineOptions } from '../engine/engine-messages.ts';

const AREA_NAMES: Readonly<Record<Area, string>> = {
  users: 'Users',
  organizations: 'Organizations',
  frontend: 'Browser',
  http: 'HTTP',
};

/** The options of the command that concern a text. */
export function renderOptions(options: EngineOptions, change: (options: EngineOptions) => void): VNode {
  const { frontendReplace = 'merge', only = AREAS } = options;
  const flag = (name: 'exact' | 'skipReview' | 'removeUnused' | 'todo', text: string, written: string): VNode =>
    check(text, written, options[name] === true, (isOn) => {
      change(isOn ? { ...options, [name]: true } : without(options, name));
    });
  return h('div', { class: 'options' }, [
    flag('exact', 'Only exact rewrites', '--exact'),
    flag('skipReview', 'Leave what needs a review', '--skip-review'),
    flag('removeUnused', 'Delete what is left unused', '--remove-unused'),
    flag('todo', 'A comment where a decision is needed', '--todo'),
    check(
      'Null keys for full replacements in the browser',
      '--frontend-replace null-keys',
      frontendReplace === 'null-keys',
      (isOn) => {
        change(isOn ? { ...options, frontendReplace: 'null-keys' } : without(options, 'frontendReplace'));
      },
    ),
    h('fieldset', [
      h('legend', ['Look at ', h('code', '--only')]),
      ...AREAS.map((area) =>
        check(AREA_NAMES[area], undefined, only.includes(area), (isOn) => {
          const wanted = AREAS.filter((other) => (other === area ? isOn : only.includes(other)));
          change(wanted.length === AREAS.length ? without(options, 'only') : { ...options, only: wanted });
        }),
      ),
    ]),
    h('label', { class: 'packages' }, [
      h('span', ['Packages of your own ', h('code', '--package')]),
      h('textarea', {
        rows: 2,
        spellcheck: false,
        placeholder: '@acme/auth=@clerk/backend',
        value: writePackages(options.packages),
        onChange: (event: Event) => {
          const packages = readPackages((event.target as HTMLTextAreaElement).value);
          change(Object.keys(packages).length === 0 ? without(options, 'packages') : { ...options, packages });
        },
      }),
    ]),
  ]);
}

/** How many options aren't as they are by default. */
export function countOptions(options: EngineOptions): number {
  return Object.keys(options).length;
}

function check(text: string, flag: string | undefined, isOn: boolean, change: (isOn: boolean) => void): VNode {
  return h('label', { class: 'check' }, [
    h('input', {
      type: 'checkbox',
      checked: isOn,
      onChange: (event: Event) => {
        change((event.target as HTMLInputElement).checked);
      },
    }),
    h('span', [text, flag === undefined ? undefined : ' ', flag === undefined ? undefined : h('code', flag)]),
  ]);
}

function without(options: EngineOptions, name: keyof EngineOptions): EngineOptions {
  return Object.fromEntries(Object.entries(options).filter(([key]) => key !== name));
}

/** A line or a word each: `@acme/auth=@clerk/backend`. */
function readPackages(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(/[\s,]+/).flatMap((pair) => {
      const [, name = '', sdk = ''] = /^([^=]+)=([^=]+)$/.exec(pair) ?? [];
      return name === '' ? [] : [[name, sdk]];
    }),
  );
}

function writePackages(packages: EngineOptions['packages'] = {}): string {
  return Object.entries(packages)
    .map(([name, sdk]) => `${name}=${sdk}`)
    .join('\n');
}
