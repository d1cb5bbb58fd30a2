import { ts } from 'ts-morph';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type * as names from '../../../transforms/edit/naming.ts';
import type * as EffectsModule from '../../../transforms/values/stability.ts';
import type * as FreshnessModule from '../../../transforms/decide/stored/changes/stored-value-mutations.ts';
import type * as literals from '../../../transforms/values/kinds/literal-in-sight.ts';
import type * as MergeableModule from '../../../transforms/decide/patch/mergeable.ts';
import type * as MetadataCallsModule from '../../../transforms/decide/metadata-call.ts';
import type * as narrowing from '../../../transforms/values/kinds/narrowing.ts';
import type * as PatchFormsModule from '../../../transforms/decide/patch/patch-form.ts';
import type * as paths from '../../../transforms/values/paths/property-paths.ts';
import type * as position from '../../../transforms/decide/split/position.ts';
import type * as removal from '../../../transforms/decide/patch/removal.ts';
import type * as sentLate from '../../../transforms/decide/split/mutated-before-send.ts';
import type * as split from '../../../transforms/decide/split/split.ts';
import type * as storedValue from '../../../transforms/decide/stored/stored-value.ts';
import type * as subject from '../../../transforms/decide/stored/fetch/subject.ts';
import type * as UsagesModule from '../../../transforms/values/usage/usage.ts';
import type * as ValuesModule from '../../../transforms/values/kinds/possible-kinds.ts';
import type * as write from '../../../transforms/edit/write-plan.ts';
import type { Binding } from '../../../transforms/language/scope.ts';
import { ENGINE, newTally, type Engine } from './check.ts';
import { checkPrograms } from './property.ts';

/** As many programs as the test of the real rules has. */
const RUNS = 1000;
const SEED = 1;

type Exports = Readonly<Record<string, never>>;
/** A rule of the engine, made wrong: what a module exports instead; two where one covers for the other. */
interface WrongRule {
  readonly name: string;
  readonly modules: Readonly<Record<string, (actual: never) => object>>;
}

function wrongRule<M>(name: string, module: string, wrong: (actual: M) => Partial<M>): WrongRule {
  return { name, modules: { [module]: wrong } };
}

type Mergeable = typeof MergeableModule;
type Values = typeof ValuesModule;
type Effects = typeof EffectsModule;
type Freshness = typeof FreshnessModule;
type MetadataCalls = typeof MetadataCallsModule;
type PatchForms = typeof PatchFormsModule;
type Usages = typeof UsagesModule;

/** Takes an element that doesn't merge, for one of the reasons, for one that does. */
function merges(name: string, why: 'null' | 'object' | 'other'): WrongRule {
  return wrongRule<Mergeable>(name, 'decide/patch/mergeable', ({ elementsMergeable }) => ({
    elementsMergeable: (...args) => {
      const result = elementsMergeable(...args);
      return result.kind === 'no' && result.why === why ? { kind: 'yes', changes: [] } : result;
    },
  }));
}

const UNDEFINED_KIND = 64;
const NULL_KIND = 128;
const OBJECT_KIND = 256;
const UNKNOWN_KIND = 512;
const STRING_KIND = 1;

function kindsWithout(name: string, kinds: number): WrongRule {
  return wrongRule<Values>(name, 'values/kinds/possible-kinds', ({ kindsOf }) => ({
    kindsOf: (...args) => {
      const rest = kindsOf(...args) & ~kinds;
      return rest === 0 ? STRING_KIND : rest;
    },
  }));
}

const WRONG_RULES: readonly WrongRule[] = [
  merges('strip the spread though a nested object follows', 'object'),
  merges('strip the spread though a null follows', 'null'),
  merges('strip the spread though a second stored value, a getter or an unfit spread follows', 'other'),
  wrongRule<Mergeable>(
    'take an unknown value for one that merges',
    'decide/patch/mergeable',
    ({ elementsMergeable }) => ({
      elementsMergeable: (...args) => {
        const result = elementsMergeable(...args);
        return result.kind === 'unknown' ? { kind: 'yes', changes: result.changes } : result;
      },
    }),
  ),
  wrongRule<Mergeable>('keep undefined, which a merge ignores', 'decide/patch/mergeable', ({ elementsMergeable }) => ({
    elementsMergeable: (...args) => {
      const result = elementsMergeable(...args);
      return result.kind === 'no'
        ? result
        : {
            ...result,
            changes: result.changes.filter(
              (change) => (change.kind !== 'undefined-to' && change.kind !== 'or-else') || change.other !== 'null',
            ),
          };
    },
  })),
  kindsWithout('take a value that may be undefined for a certain one', UNDEFINED_KIND),
  kindsWithout('take a value that may be null for a certain one', NULL_KIND),
  kindsWithout('take objects for values', OBJECT_KIND),
  kindsWithout('take unknown values for strings', UNKNOWN_KIND),
  wrongRule<typeof narrowing>('narrow without a condition', 'values/kinds/narrowing', () => ({
    narrow: (kinds) => kinds & ~(UNDEFINED_KIND | NULL_KIND) || STRING_KIND,
  })),
  wrongRule<Freshness>(
    'take a stale object for the stored value',
    'decide/stored/changes/stored-value-mutations',
    () => ({ changeOf: () => 'no' }),
  ),
  wrongRule<Usages>('take a changed alias for the stored value', 'values/usage/usage', () => ({
    usageOf: () => 'read',
    usageOfBinding: () => 'read',
  })),
  {
    name: 'take a reassigned variable for what it was declared with',
    modules: {
      'language/scope': () => ({ isNeverReassigned: ({ declaration }: Binding) => declaration !== undefined }),
      'values/usage/usage': () => ({ usageOfBinding: () => 'read' }),
    },
  },
  wrongRule<typeof subject>('take any subject for the one that is written', 'decide/stored/fetch/subject', () => ({
    sameSubject: () => true,
  })),
  wrongRule<typeof storedValue>(
    'take any field for the one that is written',
    'decide/stored/stored-value',
    ({ isStoredValue }) => ({
      isStoredValue: (stored, field, ...rest) => isStoredValue({ ...stored, field }, field, ...rest),
    }),
  ),
  wrongRule<PatchForms>('strip a spread that comes last', 'decide/patch/patch-form', ({ readPatchForm }) => ({
    readPatchForm: (value, field, site, context) => {
      const form = readPatchForm(value, field, site, context);
      const literal = ts.isObjectLiteralExpression(value) ? value : undefined;
      const last = literal?.properties.at(-1);
      if (
        form.kind !== 'none' ||
        last === undefined ||
        !ts.isSpreadAssignment(last) ||
        !last.expression.getText().endsWith('Metadata')
      )
        return form;
      return {
        kind: 'patch',
        merge: { kind: 'yes', changes: [{ kind: 'remove-element', node: last }] },
        isEmpty: false,
        doubts: [],
      };
    },
  })),
  wrongRule<typeof paths>('trust a path that is assigned to', 'values/paths/property-paths', () => ({
    isUnassignedPath: () => true,
  })),
  wrongRule<MetadataCalls>('merge {}, which cleared the field', 'decide/metadata-call', ({ decideMetadataCall }) => ({
    decideMetadataCall: (site, elements, ...rest) => {
      const isEmpty = elements.some(
        ({ value }) => value !== undefined && ts.isObjectLiteralExpression(value) && value.properties.length === 0,
      );
      return isEmpty
        ? { kind: 'rewrite', plan: { method: site.change.merge, changes: [] }, causes: [] }
        : decideMetadataCall(site, elements, ...rest);
    },
  })),
  wrongRule<MetadataCalls>('merge on the backend whatever it is', 'decide/metadata-call', ({ decideMetadataCall }) => ({
    decideMetadataCall: (site, ...rest) => {
      const decided = decideMetadataCall(site, ...rest);
      return decided.kind === 'rewrite'
        ? { ...decided, plan: { ...decided.plan, method: site.change.merge } }
        : decided;
    },
  })),
  wrongRule<MetadataCalls>(
    'call a merge of what used to replace exact',
    'decide/metadata-call',
    ({ decideMetadataCall }) => ({
      decideMetadataCall: (...args) => {
        const decided = decideMetadataCall(...args);
        return decided.kind === 'rewrite' ? { ...decided, causes: [] } : decided;
      },
    }),
  ),
  wrongRule<Effects>('bind nothing before the general request', 'values/stability', () => ({
    stabilityOf: () => 'constant',
  })),
  wrongRule<Effects>("read the browser's user behind the general request", 'values/stability', ({ stabilityOf }) => ({
    stabilityOf: (...args) => {
      const stability = stabilityOf(...args);
      return stability === 'moving' ? 'constant' : stability;
    },
  })),
  wrongRule<typeof position>('await what was not awaited', 'decide/split/position', ({ positionOf }) => ({
    positionOf: (...args) => {
      const position = positionOf(...args);
      return position.kind === 'statement' ? { ...position, awaited: true } : position;
    },
  })),
  wrongRule<typeof position>("give the general call's result", 'decide/split/position', ({ positionOf }) => ({
    positionOf: (...args) => {
      const position = positionOf(...args);
      return position.kind === 'statement' ? { ...position, result: 'dropped' } : position;
    },
  })),
  wrongRule<typeof write>("swap the split's order", 'edit/write-plan', ({ writePlan }) => ({
    writePlan: (plan, ...rest) => {
      const edits = writePlan(plan, ...rest);
      if (plan.kind !== 'split' || plan.shape.kind !== 'after') return edits;
      const general = edits.find(({ start, end }) => start === plan.site.call.getStart() && end === plan.site.call.end);
      const metadata = edits.find(({ text }) => /^\s*await /.test(text));
      const call = metadata === undefined ? undefined : /await ([^]*?)(;?)$/.exec(metadata.text)?.[1];
      if (general === undefined || metadata === undefined || call === undefined) return edits;
      return edits.map((edit) =>
        edit === general
          ? { ...edit, text: call }
          : edit === metadata
            ? { ...edit, text: edit.text.replace(call, () => general.text) }
            : edit,
      );
    },
  })),
  wrongRule<typeof sentLate>('send what an object holds by then', 'decide/split/mutated-before-send', () => ({
    isSentLate: () => false,
  })),
  wrongRule<typeof split>(
    'evaluate the arguments though the optional chain has ended',
    'decide/split/split',
    ({ planSplit }) => ({
      planSplit: (...args) => {
        const plan = planSplit(...args);
        if (plan === undefined || !('present' in plan.shape) || plan.shape.kind === 'if') return plan;
        return { ...plan, shape: { ...plan.shape, present: undefined } as typeof plan.shape };
      },
    }),
  ),
  wrongRule<typeof removal>('forget a removed key', 'decide/patch/removal', ({ readRemoval }) => ({
    readRemoval: (...args) => {
      const removal = readRemoval(...args);
      return removal === undefined ? undefined : { ...removal, keys: removal.keys.slice(1) };
    },
  })),
  wrongRule<typeof names>('give a name that is taken', 'edit/naming', ({ createNaming }) => ({
    createNaming: (scope) => createNaming({ ...scope, mentions: () => false, bindingSeenFrom: () => undefined }),
  })),
  wrongRule<typeof literals>(
    'take a changed object for its literal',
    'values/kinds/literal-in-sight',
    ({ literalInSight }) => ({
      literalInSight: (expression, unit) => {
        const declaration = ts.isIdentifier(expression) ? unit.scope.bindingOf(expression)?.declaration : undefined;
        const initializer =
          declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
        return initializer !== undefined && ts.isObjectLiteralExpression(initializer)
          ? { node: initializer, unit }
          : literalInSight(expression, unit);
      },
    }),
  ),
];

describe('each deliberately wrong rule is caught by the generated programs', () => {
  const taken: string[] = [];

  afterAll(() => {
    process.stdout.write(`how many generated programs it took to catch a wrong rule:\n${taken.join('\n')}\n`);
  });

  afterEach(() => {
    vi.resetModules();
    for (const module of WRONG_RULES.flatMap(({ modules }) => Object.keys(modules)))
      vi.doUnmock(`../../../transforms/${module}.ts`);
  });

  it.each(WRONG_RULES)('$name', async ({ name, modules }) => {
    vi.resetModules();
    for (const [module, wrong] of Object.entries(modules)) {
      vi.doMock(`../../../transforms/${module}.ts`, async (original) => {
        const actual = await original<Exports>();
        return { ...actual, ...wrong(actual as never) };
      });
    }
    const engine = (await import('../../../transforms/index.ts')) as Engine;
    const report = await checkPrograms(RUNS, SEED, newTally(), { engine, unlike: ENGINE });
    taken.push(`${String(report.taken).padStart(6)}  ${name}`);
    expect(report.failure, `not caught by ${String(RUNS)} programs: ${name}`).toBeDefined();
  });
});
