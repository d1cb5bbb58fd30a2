/**
 * The rewritten calls that no run comes to, and the fixtures in which no run writes anything, each with why. The tests
 * hold this to what happens: what isn't here is run, and what is here isn't.
 */

export interface Gap {
  /** The rewritten findings that aren't met, by their index among those of the fixture. */
  readonly missed?: readonly number[];
  /** True where the calls are met, and fail before anything is sent. */
  readonly writesNothing?: true;
  /** All that differs in the outcome, though the rewrite is right, or reviewed. */
  readonly differsIn?: readonly ('effects' | 'stored-at-last')[];
  readonly why: string;
}

const BIGINT =
  'One of its values is a bigint, which JSON cannot say: the SDK throws before it sends anything, before the rewrite and after.';

const UNTYPED =
  "In JavaScript nothing says what its parameters are, and what they are given isn't what it asks them for.";
const EXTENSION = "A stranger stands in for its package, and is told apart by the methods' names.";
const CALLS_NOTHING = 'A stranger stands in for its package, and calls nothing that it is given.';
const OVERTAKING =
  'Each of its calls is two requests with the later SDK, and those of one call come between those of another; the patch is one.';

export const NOT_RUN: Readonly<Record<string, Gap>> = {
  'params/wrapper/variables-of-a-mutation': {
    missed: [1],
    why: "One of its functions is called by a library's hook, for which a stranger stands in that calls nothing.",
  },
  'patch-form/handed-out/shown-by-what-a-package-wraps': { missed: [0], why: CALLS_NOTHING },
  'patch-form/functions-called-before/near-miss-own-name-of-a-class': { missed: [0], why: CALLS_NOTHING },
  'patch-form/given-by-callers/near-miss-parsed': { writesNothing: true, why: 'The text that it is given is no JSON.' },
  'recognition/stores/store-of-astro-in-react': { writesNothing: true, differsIn: ['effects'], why: EXTENSION },
  'values/calls/globals-and-their-members': { writesNothing: true, why: BIGINT },
  'values/calls/methods-by-kind': { writesNothing: true, why: BIGINT },
  'values/expressions/operators-of-every-kind': { writesNothing: true, why: BIGINT },
  'values/types/written-types': { writesNothing: true, why: BIGINT },
  'values/conditions/near-miss-instanceof-and-is-array': {
    missed: [0],
    why: 'Its condition asks for an instance of a class that the type of the value has no room for.',
  },
  'params/assigned/filled-by-a-method-of-what-is-given': { missed: [0], writesNothing: true, why: UNTYPED },
  'patch-form/functions-called-before/near-miss-function-given-to-a-package': { missed: [1], why: UNTYPED },
  'patch-form/frontend-subject/near-miss-frontend-handlers-put-together': { missed: [1], why: CALLS_NOTHING },
  'patch-form/functions-given/one-run-for-each-user': { missed: [5, 6], why: CALLS_NOTHING },
  'patch-form/intervening-writes/near-miss-each-by-a-package': { missed: [0], why: CALLS_NOTHING },
  'patch-form/intervening-writes/near-miss-several-runs-at-once': {
    missed: [8],
    why: 'An interval never comes here: it would go on and write into the store of the next fixture.',
  },
  'patch-form/functions-given/registered-for-events': { missed: [2, 3], why: CALLS_NOTHING },
  'patch-form/functions-of-others/requests-of-a-router': { missed: [0, 1], writesNothing: true, why: CALLS_NOTHING },
  'patch-form/functions-of-others/near-miss-what-a-hub-gives': {
    missed: [0, 1],
    writesNothing: true,
    why: CALLS_NOTHING,
  },
  'patch-form/functions-of-others/parameters-of-no-type': { missed: [0], writesNothing: true, why: CALLS_NOTHING },
  'patch-form/functions-of-others/near-miss-functions-declared-elsewhere': {
    missed: [1, 2],
    why: 'Of what it declares, only functions are made.',
  },
  'patch-form/functions-of-others/near-miss-a-function-that-a-package-names': { missed: [2], why: CALLS_NOTHING },
  'patch-form/functions-called-before/near-miss-options-with-a-callback': {
    missed: [0],
    writesNothing: true,
    why: UNTYPED,
  },
  'layout/style/string-that-goes-on-in-the-next-line': { missed: [0], writesNothing: true, why: UNTYPED },
  'values/variables/near-miss-reassigned-from-the-unknown': { missed: [0], writesNothing: true, why: UNTYPED },
  'params/assigned/metadata-under-another-name': { writesNothing: true, why: UNTYPED },
  'svelte/hoists-what-a-function-derives': {
    missed: [0],
    writesNothing: true,
    why: "Its runes mean something to Svelte's compiler, which doesn't run here.",
  },
  'splitting/read-before/hoists-a-var-of-a-loop': { writesNothing: true, why: UNTYPED },
  'patch-form/id/near-miss-part-of-a-path-passed-on': { missed: [3], why: UNTYPED },
  'patch-form/frontend-subject/near-miss-frontend-two-of-one-kind': { missed: [1], why: EXTENSION },
  'patch-form/frontend-in-between/near-miss-frontend-switched-out-of-sight': {
    missed: [0, 1, 2, 3],
    writesNothing: true,
    why: "Its client isn't loaded, so that it has no user yet.",
  },
  'recognition/imports/backend-sdk-node-class': {
    missed: [0],
    why: 'Lists of the older SDK are arrays; those of the SDKs that run here are objects.',
  },
  'splitting/read-before/hoists-a-client-of-the-request': {
    missed: [2],
    why: 'Its class is only given its client by others.',
  },
  'splitting/read-before/narrowed-properties': { missed: [3], why: 'Its class is only given its client by others.' },
  'patch-form/frontend-subject/frontend-one-instance': { differsIn: ['effects'], why: EXTENSION },
  'patch-form/intervening-writes/near-miss-frontend-handlers-called-at-once': {
    differsIn: ['stored-at-last'],
    why: 'Its calls are to be reviewed, since they merge: what is null in the stored object that they spread is removed.',
  },
  'patch-form/frontend-in-between/near-miss-frontend-writes-under-way': {
    differsIn: ['stored-at-last'],
    why: OVERTAKING,
  },
};
