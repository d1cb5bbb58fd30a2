import { ts } from 'ts-morph';
import { definitionOf } from '../flow/definitions.ts';
import { useOf } from '../flow/uses.ts';
import { isExported } from '../language/exported.ts';
import { reactFunction } from '../language/react.ts';
import type { Unit } from '../language/unit.ts';
import { accessOf, nameText } from '../syntax.ts';
import { COPY_OF, worst, type Following, type Passage, type Share, type Usage } from './usage-domain.ts';

type Markup = ts.JsxAttributeLike | ts.JsxChild;

/**
 * What a component in sight does with what one of its elements gives it. All others keep to the rule of React's: nobody
 * changes a property, or what is inside.
 *
 * @param property where it is, if the object that is spread into the element only holds it
 */
export function usageByComponent(at: Markup, share: Share, following: Following, property?: string): Usage {
  const { unit, given } = following;
  const tag = tagAround(at);
  if (tag === undefined) return 'read';
  const ofContext = usageByContext(tag, share, following);
  if (ofContext !== undefined) return ofContext;
  const component = componentNamed(tag, unit);
  if (component === undefined) return 'read';
  if (component.kind === 'class') return 'escape';
  const passage = { fn: component.fn, unit: component.unit, index: 0 };
  const name = property ?? nameGiven(at);
  return given(name === undefined ? { ...passage, share: COPY_OF[share] } : { ...passage, share, property: name })
    .usage;
}

/** The property of the component's; undefined for all that an object holds. */
function nameGiven(at: Markup): string | undefined {
  if (ts.isJsxSpreadAttribute(at)) return undefined;
  return ts.isJsxAttribute(at.parent) ? at.parent.name.getText() : 'children';
}

function tagAround(at: Markup): ts.JsxTagNameExpression | undefined {
  const around = ts.isJsxAttribute(at.parent) ? at.parent.parent : at.parent;
  if (ts.isJsxAttributes(around)) return around.parent.tagName;
  return ts.isJsxElement(around) ? around.openingElement.tagName : undefined;
}

/** What becomes of what a context has, `<Session.Provider value={…}>`; undefined where the tag is no context's. */
function usageByContext(tag: ts.JsxTagNameExpression, share: Share, following: Following): Usage | undefined {
  const { unit } = following;
  const named = ts.isPropertyAccessExpression(tag) && tag.name.text === 'Provider' ? tag.expression : tag;
  if (!ts.isIdentifier(named)) return undefined;
  const made = definitionOf(named, unit);
  if (made.kind !== 'expression' || !ts.isCallExpression(made.node)) return undefined;
  if (reactFunction(made.node, made.unit) !== 'createContext') return undefined;
  const binding = unit.scope.bindingOf(named);
  // Other files may have it, too.
  if (made.unit !== unit || binding?.declaration === undefined || isExported(binding.declaration)) return 'escape';
  const asked = binding.references.filter((reference) => useOf(reference).kind === 'argument');
  return worst(asked.map((reference) => following.of(reference, share)));
}

type Component =
  { readonly kind: 'function'; readonly fn: Passage['fn']; readonly unit: Unit } | { readonly kind: 'class' };

/** The component that a tag names, as far as it is in sight, whatever wraps it: `memo(Row)`, `observer(() => …)`. */
function componentNamed(tag: ts.JsxTagNameExpression, start: Unit): Component | undefined {
  if (!ts.isIdentifier(tag) && !ts.isPropertyAccessExpression(tag)) return undefined;
  const seen = new Set<ts.Node>();
  let component: ts.Expression | undefined = tag;
  let unit = start;
  while (component !== undefined && !seen.has(component)) {
    seen.add(component);
    const definition = definitionOf(component, unit);
    if (definition.kind !== 'declaration' && definition.kind !== 'expression') return undefined;
    const { node } = definition;
    unit = definition.unit;
    if (ts.isClassLike(node)) return { kind: 'class' };
    if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node))
      return { kind: 'function', fn: node, unit };
    component = ts.isCallExpression(node) ? node.arguments[0] : undefined;
  }
  return undefined;
}

/** What happens to one property of an object that has a name, or is taken apart. */
export function usageOfProperty(
  name: ts.BindingName,
  property: string,
  share: Share,
  following: Following,
  seen = new Set<ts.Node>(),
): Usage {
  if (seen.has(name)) return 'read';
  seen.add(name);
  if (ts.isIdentifier(name)) {
    const references = following.unit.scope.bindingOf(name)?.references ?? [];
    return worst(references.map((mention) => usageByMention(mention)));
  }
  if (ts.isArrayBindingPattern(name)) return 'escape';
  const isRest = ({ dotDotDotToken }: ts.BindingElement): boolean => dotDotDotToken !== undefined;
  const taken = name.elements.filter((element) => {
    const key = nameText(element.propertyName ?? element.name);
    return !isRest(element) && (key === undefined || key === property);
  });
  return worst(
    taken.length > 0
      ? taken.map((element) => following.named(element.name, share))
      : name.elements.filter(isRest).map((rest) => usageOfProperty(rest.name, property, share, following, seen)),
  );

  function usageByMention(mention: ts.Identifier): Usage {
    const use = useOf(mention);
    switch (use.kind) {
      case 'asked':
        return 'read';
      case 'name':
        return usageOfProperty(use.name, property, share, following, seen);
      case 'part':
      case 'method': {
        const key = accessOf(use.access)?.name;
        if (key !== undefined && key !== property) return 'read';
        return use.kind === 'part' ? following.of(use.access, share) : 'escape';
      }
      case 'markup':
        return ts.isJsxSpreadAttribute(use.at) ? usageByComponent(use.at, share, following, property) : 'escape';
      default:
        return 'escape';
    }
  }
}
