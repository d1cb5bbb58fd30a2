import type { TypeOracle } from '../../transforms/type-oracle.ts';

/** An oracle that knows nothing, and remembers whether it was asked: only then is a program worth building. */
export function createNotice(): { readonly oracle: TypeOracle; readonly wasAsked: () => boolean } {
  let asked = false;
  const note = (): undefined => {
    asked = true;
    return undefined;
  };
  return {
    oracle: { memberAt: note, typeAt: note, kindsAt: note, propertiesAt: note, textsAt: note },
    wasAsked: () => asked,
  };
}
