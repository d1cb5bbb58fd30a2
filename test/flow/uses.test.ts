import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { stepForward } from '../../transforms/flow/uses.ts';
import { kindsOfNodes, nameOf } from './kinds-of-nodes.ts';

/**
 * Each form of syntax that may be around an expression, here `$`, or `<$$ />` where it can only be an element: where
 * its value goes from there.
 */
const FORMS: readonly (readonly [code: string, goes: string])[] = [
  ['use(($));', 'same ($)'],
  ['use($ as Type);', 'same $ as Type'],
  ['use(<Type>$);', 'same <Type>$'],
  ['use($ satisfies Type);', 'same $ satisfies Type'],
  ['use($!);', 'same $!'],
  ['class A extends $<Type> {}', 'unknown'],
  ['use(await $);', 'awaited await $'],
  ['use($ ? 1 : 2);', 'asked'],
  ['use(a ? $ : 2);', 'same a ? $ : 2'],
  ['use(a ? 1 : $);', 'same a ? 1 : $'],
  ['use($ ?? a);', 'same $ ?? a'],
  ['use(a ?? $);', 'same a ?? $'],
  ['use($ || a);', 'same $ || a'],
  ['use(a || $);', 'same a || $'],
  ['use($ && a);', 'asked'],
  ['use(a && $);', 'same a && $'],
  ['use(($, a));', 'asked'],
  ['use((a, $));', 'same a, $'],
  ['use($ + a);', 'asked'],
  ['use($ === a);', 'asked'],
  ['use($ in a);', 'asked'],
  ['use(a = $);', 'assigned a = $ to a'],
  ['use(a ??= $);', 'assigned a ??= $ to a'],
  ['use(a += $);', 'asked'],
  ['$ = a;', 'written'],
  ['$ += a;', 'written'],
  ['use($ ??= a);', 'written $ ??= a'],
  ['[$] = list;', 'written'],
  ['[...$] = list;', 'written'],
  ['({ $ } = a);', 'written'],
  ['({ name: $ } = a);', 'written'],
  ['({ ...$ } = a);', 'written'],
  ['({ a = $ } = b);', 'assigned to a'],
  ['const a = $;', 'name a'],
  ['const { a, ...b } = $;', 'name { a, ...b }'],
  ['const { a = $ } = b;', 'name a'],
  ['const { [$]: a } = b;', 'asked'],
  ['function f(a = $) {}', 'name a'],
  ['class A { constructor(readonly a = $) {} }', 'unknown'],
  ['use($.name);', 'part $.name'],
  ['use($[key]);', 'part $[key]'],
  ['use(a[$]);', 'asked'],
  ['use($.name(a));', 'method $.name'],
  ['use($.name!(a));', 'method $.name'],
  ['use($?.[key](a));', 'method $?.[key]'],
  ['use($.name`text`);', 'unknown'],
  ['use(new $.Name());', 'part $.Name'],
  ['use($(a));', 'called $(a)'],
  ['use(new $(a));', 'called new $(a)'],
  ['use($`text`);', 'called $`text`'],
  ['use(a, $);', 'argument 1 of use(a, $)'],
  ['new Use($);', 'argument 0 of new Use($)'],
  ['use(...$);', 'spread use(...$)'],
  ['use([...$]);', 'spread [...$]'],
  ['use({ ...$ });', 'spread { ...$ }'],
  ['use([$]);', 'member of [$]'],
  ['use({ a: $ });', 'member a of { a: $ }'],
  ['use({ [a]: $ });', 'member of { [a]: $ }'],
  ['use({ $ });', 'member $ of { $ }'],
  ['for (const a of $) {}', 'each const a'],
  ['for ($ of a) {}', 'written'],
  ['for (const a in $) {}', 'asked'],
  ['for ($ in a) {}', 'written'],
  ['function f() { return $; }', 'returned function f() { return $; }'],
  ['use(() => $);', 'returned () => $'],
  ['use(<a>{$}</a>);', 'markup {$}'],
  ['use(<a b={$} />);', 'markup {$}'],
  ['use(<a {...$} />);', 'markup {...$}'],
  ['use(<a><$$ /></a>);', 'markup <a><$$ /></a>'],
  ['use(<><$$ /></>);', 'markup <><$$ /></>'],
  ['use(<a b=<$$ /> />);', 'markup b=<$$ />'],
  ['use(<$ />);', 'tag'],
  ['use(<$></a>);', 'tag'],
  ['use(<a></$>);', 'tag'],
  ['use(<><b.$ /></>);', 'asked'],
  ['export { $ };', 'exported'],
  ['export default $;', 'exported'],
  ['use(!$);', 'asked'],
  ['$++;', 'written'],
  ['--$;', 'written'],
  ['delete $.name;', 'part $.name'],
  ['use(delete ($));', 'same ($)'],
  ['delete $;', 'written'],
  ['with ($) {}', 'written'],
  ['$;', 'asked'],
  ['if ($) {}', 'asked'],
  ['while ($) {}', 'asked'],
  ['do {} while ($);', 'asked'],
  ['for (; $; ) {}', 'asked'],
  ['switch ($) {}', 'asked'],
  ['switch (a) { case $: }', 'asked'],
  ['use(typeof $);', 'asked'],
  ['use(void $);', 'asked'],
  ['use({ [$]: a });', 'asked'],
  ['use(`a ${$}`);', 'asked'],
  ['use(tag`a ${$}`);', 'unknown'],
  ['type A = typeof $;', 'asked'],
  ['type A = typeof $.name;', 'asked'],
  ['throw $;', 'unknown'],
  ['try { throw $; } finally {}', 'unknown'],
  ['try { if (a) throw $; } catch (b) {}', 'name b'],
  ['try { throw $; } catch {}', 'asked'],
  ['try { use(() => { throw $; }); } catch (b) {}', 'unknown'],
  ['try {} catch (b) { throw $; }', 'unknown'],
  ['function* f() { yield $; }', 'unknown'],
  ['class A extends $ {}', 'unknown'],
  ['use($<Type>);', 'same $<Type>'],
  ['class A { a = $; }', 'unknown'],
  ['@$ class A {}', 'unknown'],
  ['enum A { a = $ }', 'unknown'],
  ['import a = $;', 'unknown'],
];

/** What has no expression as its part, or none that has a value: names, types, statements, imports. */
const NEVER: ReadonlySet<string> = new Set(
  `ArrayBindingPattern Block BreakStatement CallSignature CaseBlock CatchClause ClassDeclaration ClassExpression
  ClassStaticBlockDeclaration ConstructSignature Constructor ContinueStatement DebuggerStatement DefaultClause
  EmptyStatement EnumDeclaration ExportDeclaration ExternalModuleReference FunctionDeclaration FunctionExpression
  GetAccessor HeritageClause ImportAttribute ImportAttributes ImportClause ImportDeclaration ImportSpecifier
  ImportTypeAssertionContainer IndexSignature InterfaceDeclaration JsxAttributes JsxClosingFragment JsxNamespacedName
  JsxOpeningFragment LabeledStatement MetaProperty MethodDeclaration MethodSignature MissingDeclaration ModuleBlock
  ModuleDeclaration NamedExports NamedImports NamespaceExport NamespaceExportDeclaration NamespaceImport
  ObjectBindingPattern ObjectLiteralExpression OmittedExpression PropertySignature SemicolonClassElement SetAccessor
  SourceFile SyntheticExpression TemplateExpression TryStatement TypeAliasDeclaration TypeParameter
  VariableDeclarationList VariableStatement`.split(/\s+/),
);

describe('where a value goes', () => {
  it.each(FORMS)('%s', (code, goes) => {
    expect(describeUse(placeIn(code))).toBe(goes);
  });

  it('each kind of syntax that may be around an expression is in a form', () => {
    const found = new Set(FORMS.map(([code]) => nameOf(placeIn(code).parent.kind)));
    expect(kindsOfNodes().filter((name) => !found.has(name) && !NEVER.has(name))).toEqual([]);
  });
});

/** The expression that a form is about. */
function placeIn(code: string): ts.Expression {
  const isTypeAssertion = code.includes('<Type>$;') || code.includes('(<Type>');
  const source = ts.createSourceFile(isTypeAssertion ? 'a.ts' : 'a.tsx', code, ts.ScriptTarget.Latest, true);
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === '$') found.push(node);
    if (ts.isJsxSelfClosingElement(node) && node.tagName.getText() === '$$') found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const place = found.at(-1);
  if (place === undefined) throw new Error(`no place in ${code}`);
  return place;
}

function describeUse(place: ts.Expression): string {
  const use = stepForward(place);
  switch (use.kind) {
    case 'same':
    case 'awaited':
      return `${use.kind} ${use.to.getText()}`;
    case 'name':
      return `name ${use.name.getText()}`;
    case 'assigned':
      return `assigned ${use.to === undefined ? '' : `${use.to.getText()} `}to ${use.target.getText()}`;
    case 'part':
    case 'method':
      return `${use.kind} ${use.access.getText()}`;
    case 'called':
      return `called ${use.by.getText()}`;
    case 'argument':
      return `argument ${String(use.index)} of ${use.call.getText()}`;
    case 'spread':
      return `spread ${use.into.getText()}`;
    case 'member':
      return `member ${use.name === undefined ? '' : `${use.name} `}of ${use.of.getText()}`;
    case 'each':
      return `each ${use.head.getText()}`;
    case 'returned':
      return `returned ${use.from.getText()}`;
    case 'markup':
      return `markup ${use.at.getText()}`;
    case 'written':
      return use.kept === undefined ? 'written' : `written ${use.kept.getText()}`;
    case 'tag':
    case 'exported':
    case 'asked':
    case 'unknown':
      return use.kind;
  }
}
