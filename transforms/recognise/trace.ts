import { ts } from 'ts-morph';
import { accessOf, contains, nameText, unwrap, walk, type Access } from '../syntax.ts';
import { exportsNamed, moduleExportsOf, type Export, type ModuleGraph } from './modules.ts';
import { COMPUTED, type Binding } from './scope.ts';
import { EXPORTS, GLOBALS, isSdkModule, packageOf, SHAPES, TYPES, type Shape } from './sdk-shapes.ts';
import type { Unit } from './unit.ts';
import { NULLISH, SDK_STRANGER, STRANGER, UNKNOWN, type SdkValue, type Value } from './value.ts';

/** Finds out what expressions are, by following local data flow and imports. */
export interface Tracer {
  readonly valueOf: (expression: ts.Expression, unit: Unit) => Value;
  /** What `name` of the value is. */
  readonly property: (value: Value, name: string, at: ts.Node, unit: Unit) => Value;
}

/** Deeper than any real chain of aliases, and shallow enough for the stack. */
const MAX_DEPTH = 60;

export function createTracer(graph: ModuleGraph): Tracer {
  /** What is being looked at, so that a definition by itself ends. */
  const active = new Set<ts.Node>();

  const guarded = (node: ts.Node, evaluate: () => Value): Value => {
    if (active.has(node) || active.size > MAX_DEPTH) return UNKNOWN;
    active.add(node);
    try {
      return evaluate();
    } finally {
      active.delete(node);
    }
  };

  const valueOf = (expression: ts.Expression, unit: Unit): Value => {
    const node = unwrap(expression);
    return guarded(node, () => castType(expression, unit) ?? valueOfPlain(node, unit));
  };

  /** A cast to a type of the SDK says what the value is (types tell the truth). */
  const castType = (expression: ts.Expression, unit: Unit): Value | undefined => {
    for (let current = expression; ; ) {
      if (ts.isAsExpression(current) || ts.isTypeAssertionExpression(current)) {
        const value = valueOfType(current.type, unit);
        if (value.kind === 'sdk') return value;
        current = current.expression;
      } else if (ts.isParenthesizedExpression(current) || ts.isNonNullExpression(current) || ts.isSatisfiesExpression(current)) {
        current = current.expression;
      } else {
        return undefined;
      }
    }
  };

  const valueOfPlain = (node: ts.Expression, unit: Unit): Value => {
    if (ts.isIdentifier(node)) return valueOfIdentifier(node, unit);
    const access = accessOf(node);
    if (access !== undefined) {
      const context = access.name === 'clerk' && accessOf(unwrap(access.object))?.name === 'var' ? honoClient(node, unit) : undefined;
      return context ?? property(valueOf(access.object, unit), access.name, node, unit);
    }
    if (ts.isElementAccessExpression(node)) return elementOf(valueOf(node.expression, unit), indexOfAccess(node), node, unit);
    if (ts.isCallExpression(node)) return valueOfCall(node, unit);
    if (ts.isNewExpression(node)) return valueOfNew(node, unit);
    if (ts.isAwaitExpression(node)) return valueOf(node.expression, unit);
    if (ts.isConditionalExpression(node)) return join([valueOf(node.whenTrue, unit), valueOf(node.whenFalse, unit)]);
    if (ts.isBinaryExpression(node)) return valueOfBinary(node, unit);
    if (ts.isObjectLiteralExpression(node)) return { kind: 'object', node, unit };
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { kind: 'function', node, unit };
    if (ts.isClassExpression(node)) return { kind: 'class', node, unit };
    if (node.kind === ts.SyntaxKind.ThisKeyword) return valueOfThis(node, unit);
    if (node.kind === ts.SyntaxKind.NullKeyword || ts.isVoidExpression(node)) return NULLISH;
    if (ts.isArrayLiteralExpression(node)) return { kind: 'array', node, unit };
    if (ts.isLiteralExpression(node) || ts.isTemplateExpression(node)) return STRANGER;
    return UNKNOWN;
  };

  const valueOfBinary = (node: ts.BinaryExpression, unit: Unit): Value => {
    switch (node.operatorToken.kind) {
      case ts.SyntaxKind.BarBarToken:
      case ts.SyntaxKind.QuestionQuestionToken:
      case ts.SyntaxKind.BarBarEqualsToken:
      case ts.SyntaxKind.QuestionQuestionEqualsToken:
        return join([valueOf(node.left, unit), valueOf(node.right, unit)]);
      case ts.SyntaxKind.AmpersandAmpersandToken:
      case ts.SyntaxKind.CommaToken:
      case ts.SyntaxKind.EqualsToken:
        return valueOf(node.right, unit);
      default:
        return STRANGER;
    }
  };

  const valueOfIdentifier = (node: ts.Identifier, unit: Unit): Value => {
    const binding = unit.scope.bindingOf(node);
    if (binding !== undefined) return valueOfBinding(binding, unit);
    if (node.text === 'undefined') return NULLISH;
    const shape = Object.hasOwn(GLOBALS, node.text) ? GLOBALS[node.text] : undefined;
    return shape === undefined ? UNKNOWN : sdk(shape, node, unit);
  };

  const valueOfBinding = (binding: Binding, unit: Unit): Value => {
    const { declaration } = binding;
    if (declaration === undefined) return UNKNOWN;
    const declared = valueOfDeclaration(declaration, unit);
    if (binding.writes.length === 0) return declared;
    if (declared.kind === 'sdk' && writtenType(declaration) !== undefined) return declared;
    const assigned = binding.writes.map(({ target, value }) => (value === undefined ? UNKNOWN : guarded(target, () => valueOf(value, unit))));
    const hasInitializer = !ts.isVariableDeclaration(declaration) || declaration.initializer !== undefined;
    return join(hasInitializer ? [declared, ...assigned] : assigned);
  };

  const valueOfDeclaration = (node: ts.Declaration, unit: Unit): Value => {
    if (ts.isVariableDeclaration(node)) return valueOfVariable(node, unit);
    if (ts.isBindingElement(node)) return valueOfBindingElement(node, unit);
    if (ts.isParameter(node)) return valueOfParameter(node, unit);
    if (ts.isImportSpecifier(node)) return imported(node.parent.parent.parent, (node.propertyName ?? node.name).text, node, unit);
    if (ts.isImportClause(node)) return imported(node.parent, 'default', node, unit);
    if (ts.isNamespaceImport(node)) return imported(node.parent.parent, undefined, node, unit);
    if (ts.isImportEqualsDeclaration(node)) {
      const reference = node.moduleReference;
      return ts.isExternalModuleReference(reference) && ts.isStringLiteral(reference.expression)
        ? moduleValue(reference.expression.text, undefined, node, unit)
        : UNKNOWN;
    }
    if (ts.isFunctionDeclaration(node)) return { kind: 'function', node, unit };
    if (ts.isClassDeclaration(node)) return { kind: 'class', node, unit };
    return UNKNOWN;
  };

  const valueOfVariable = (node: ts.VariableDeclaration, unit: Unit): Value => {
    if (node.type !== undefined) {
      const typed = valueOfType(node.type, unit);
      if (typed.kind !== 'unknown') return typed;
    }
    const { parent } = node.parent;
    if (ts.isForOfStatement(parent)) return elementOf(valueOf(parent.expression, unit), undefined, node, unit);
    return node.initializer === undefined ? UNKNOWN : valueOf(node.initializer, unit);
  };

  const valueOfBindingElement = (node: ts.BindingElement, unit: Unit): Value => {
    const owner = node.parent.parent;
    const whole = guarded(owner, () => (ts.isBindingElement(owner) ? valueOfBindingElement(owner, unit) : valueOfDeclaration(owner, unit)));
    if (ts.isArrayBindingPattern(node.parent)) return elementOf(whole, node.parent.elements.indexOf(node), node, unit);
    if (node.dotDotDotToken !== undefined) return whole;
    const name = nameText(node.propertyName ?? node.name);
    if (name === undefined) return UNKNOWN;
    const value = property(whole, name, node, unit);
    return node.initializer === undefined || value.kind === 'sdk' ? value : join([value, valueOf(node.initializer, unit)]);
  };

  const valueOfParameter = (node: ts.ParameterDeclaration, unit: Unit): Value => {
    if (node.type !== undefined) return valueOfType(node.type, unit);
    // TypeScript holds callers to the default's type; JavaScript lets them pass anything.
    if (node.initializer !== undefined) return isTypeScript(unit) ? valueOf(node.initializer, unit) : UNKNOWN;
    return valueOfCallbackParameter(node, unit);
  };

  /** The first parameter of a function given to `.then()` or to one of an array's iterating methods. */
  const valueOfCallbackParameter = (node: ts.ParameterDeclaration, unit: Unit): Value => {
    const callback = node.parent;
    if (!(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback)) || callback.parameters[0] !== node) return UNKNOWN;
    const call = callback.parent;
    if (!ts.isCallExpression(call) || call.arguments[0] !== callback) return UNKNOWN;
    const access = accessOf(call.expression);
    if (access === undefined) return UNKNOWN;
    if (access.name === 'then') return valueOf(access.object, unit);
    return ELEMENT_CALLBACKS.has(access.name) ? elementOf(valueOf(access.object, unit), undefined, node, unit) : UNKNOWN;
  };

  const valueOfThis = (node: ts.Node, unit: Unit): Value => {
    for (let current = node.parent; !ts.isSourceFile(current); current = current.parent) {
      if (ts.isFunctionDeclaration(current) || ts.isFunctionExpression(current)) return UNKNOWN;
      if (ts.isClassElement(current) && ts.isClassLike(current.parent)) {
        return { kind: hasStatic(current) || ts.isClassStaticBlockDeclaration(current) ? 'class' : 'instance', node: current.parent, unit };
      }
      if ((ts.isMethodDeclaration(current) || ts.isAccessor(current)) && ts.isObjectLiteralExpression(current.parent)) {
        return { kind: 'object', node: current.parent, unit };
      }
    }
    return UNKNOWN;
  };

  const valueOfCall = (node: ts.CallExpression, unit: Unit): Value => {
    const callee = unwrap(node.expression);
    const [first] = node.arguments;
    if (callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require' && unit.scope.bindingOf(callee) === undefined)) {
      return first !== undefined && ts.isStringLiteralLike(first) ? moduleValue(first.text, undefined, node, unit) : UNKNOWN;
    }
    const access = accessOf(callee);
    if (access !== undefined) {
      if (access.name === 'then') return join(node.arguments.map((callback) => resultOfCallback(callback, node, unit)));
      if (access.name === 'finally') return valueOf(access.object, unit);
      if (access.name === 'catch') return join([valueOf(access.object, unit), ...node.arguments.map((callback) => resultOfCallback(callback, node, unit))]);
      if (isPromiseAll(access) && first !== undefined) return valueOf(first, unit);
      if (access.name === 'get' && first !== undefined && ts.isStringLiteralLike(first) && first.text === 'clerk') {
        const context = honoClient(node, unit);
        if (context !== undefined) return context;
      }
    }
    return call(valueOf(callee, unit), node, unit);
  };

  const resultOfCallback = (callback: ts.Expression, node: ts.CallExpression, unit: Unit): Value => {
    const value = valueOf(callback, unit);
    return value.kind === 'function' || value.kind === 'sdk' ? call(value, node, unit) : UNKNOWN;
  };

  /** `c.get('clerk')` and `c.var.clerk` are the client that the Hono middleware puts there. */
  const honoClient = (node: ts.Expression, unit: Unit): Value | undefined => {
    const imports = unit.source.statements.some(
      (statement) => ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier) && HONO_PACKAGES.has(packageOf(statement.moduleSpecifier.text)),
    );
    return imports ? sdk('client', node, unit) : undefined;
  };

  const call = (callee: Value, node: ts.CallExpression, unit: Unit): Value => {
    switch (callee.kind) {
      case 'sdk': {
        const shape = SHAPES[callee.shape].call;
        return shape === undefined ? UNKNOWN : sdk(shape, node, unit, callee);
      }
      case 'function':
        return madeAt(resultOf(callee.node, callee.unit), callee.node, node, unit);
      case 'stranger':
        // What somebody else's function returns may be anything: a container, a context, a memo. What the SDK's return is known.
        return callee.ofSdk ? callee : UNKNOWN;
      default:
        return UNKNOWN;
    }
  };

  const resultOf = (node: ts.FunctionLikeDeclaration, unit: Unit): Value => {
    if (node.type !== undefined) {
      const typed = valueOfType(node.type, unit);
      if (typed.kind !== 'unknown') return typed;
    }
    const { body } = node;
    if (body === undefined || node.asteriskToken !== undefined) return UNKNOWN;
    if (!ts.isBlock(body)) return valueOf(body, unit);
    const results: Value[] = [];
    walk(body, (inner) => {
      if (ts.isFunctionLike(inner) || ts.isClassLike(inner)) return 'skip';
      if (ts.isReturnStatement(inner)) results.push(inner.expression === undefined ? NULLISH : valueOf(inner.expression, unit));
      return undefined;
    });
    return join(results);
  };

  const valueOfNew = (node: ts.NewExpression, unit: Unit): Value => {
    const constructor = valueOf(node.expression, unit);
    switch (constructor.kind) {
      case 'sdk': {
        const shape = SHAPES[constructor.shape].construct;
        return shape === undefined ? UNKNOWN : sdk(shape, node, unit);
      }
      case 'class':
        return { kind: 'instance', node: constructor.node, unit: constructor.unit };
      case 'stranger':
        return constructor;
      default:
        return UNKNOWN;
    }
  };

  const property = (value: Value, name: string, at: ts.Node, unit: Unit): Value => {
    switch (value.kind) {
      case 'sdk': {
        const { properties } = SHAPES[value.shape];
        const shape = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
        return shape === undefined ? SDK_STRANGER : sdk(shape, at, unit, value);
      }
      case 'object':
        return propertyOfLiteral(value.node, name, value.unit);
      case 'instance':
        return memberOf(value.node, name, value.unit, false);
      case 'class':
        return memberOf(value.node, name, value.unit, true);
      case 'typed':
        return memberOfType(value.node, name, value.unit);
      case 'module':
        return exported(value.unit, name);
      case 'sdk-module':
        // A default import of a CommonJS module has the named exports on it.
        return name === 'default' ? value : sdkExport(value.name, name, at, unit);
      case 'stranger':
        // Frameworks let their objects be extended (`request.clerk`, `ctx.clerk`).
        return value.ofSdk || !/clerk/i.test(name) ? value : UNKNOWN;
      case 'array':
      case 'function':
      case 'nullish':
        return STRANGER;
      case 'unknown':
        return UNKNOWN;
    }
  };

  const propertyOfLiteral = (node: ts.ObjectLiteralExpression, name: string, unit: Unit): Value => {
    if ([...unit.scope.propertyWrites(name), ...unit.scope.propertyWrites(COMPUTED)].some((write) => isWriteInto(write, node, unit))) return UNKNOWN;
    for (const element of [...node.properties].reverse()) {
      if (ts.isSpreadAssignment(element)) {
        const spread = property(valueOf(element.expression, unit), name, element, unit);
        if (spread.kind !== 'stranger') return spread;
      } else if (nameText(element.name) === name) {
        if (ts.isPropertyAssignment(element)) return valueOf(element.initializer, unit);
        if (ts.isShorthandPropertyAssignment(element)) {
          const binding = unit.scope.bindingOf(element.name);
          return binding === undefined ? UNKNOWN : valueOfBinding(binding, unit);
        }
        return ts.isMethodDeclaration(element) ? { kind: 'function', node: element, unit } : madeAt(resultOf(element, unit), element, node, unit);
      }
    }
    return STRANGER;
  };

  const memberOf = (node: ts.ClassLikeDeclaration, name: string, unit: Unit, isStatic: boolean): Value => {
    for (const member of node.members) {
      if (ts.isConstructorDeclaration(member)) {
        const parameter = member.parameters.find((candidate) => ts.isParameterPropertyDeclaration(candidate, member) && nameText(candidate.name) === name);
        if (parameter !== undefined) return valueOfParameter(parameter, unit);
        continue;
      }
      if (nameText(member.name) !== name || hasStatic(member) !== isStatic) continue;
      if (ts.isPropertyDeclaration(member)) return valueOfField(member, node, name, unit);
      if (ts.isMethodDeclaration(member)) return { kind: 'function', node: member, unit };
      if (ts.isGetAccessor(member)) return madeAt(resultOf(member, unit), member, member, unit);
      return UNKNOWN;
    }
    const assigned = assignedFields(node, name, unit);
    if (assigned !== undefined) return assigned;
    const base = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
    if (base === undefined) return STRANGER;
    const parent = valueOf(base.expression, unit);
    if (parent.kind === 'class') return memberOf(parent.node, name, parent.unit, isStatic);
    return parent.kind === 'stranger' ? property(parent, name, base, unit) : UNKNOWN;
  };

  const valueOfField = (member: ts.PropertyDeclaration, node: ts.ClassLikeDeclaration, name: string, unit: Unit): Value => {
    if (member.type !== undefined) {
      const typed = valueOfType(member.type, unit);
      if (typed.kind !== 'unknown') return typed;
    }
    const initial = member.initializer === undefined ? undefined : valueOf(member.initializer, unit);
    const assigned = assignedFields(node, name, unit);
    return join([initial, assigned].filter((value) => value !== undefined));
  };

  /** What the class assigns to `this.name`; undefined where it never does. */
  const assignedFields = (node: ts.ClassLikeDeclaration, name: string, unit: Unit): Value | undefined => {
    const values = unit.scope.propertyWrites(name).flatMap((write) => {
      const target = accessOf(write);
      if (!contains(node, write) || target?.object.kind !== ts.SyntaxKind.ThisKeyword) return [];
      const { parent } = write;
      return ts.isBinaryExpression(parent) && parent.left === write ? [valueOf(parent.right, unit)] : [UNKNOWN];
    });
    return values.length === 0 ? undefined : join(values);
  };

  const memberOfType = (node: ts.TypeLiteralNode | ts.InterfaceDeclaration, name: string, unit: Unit): Value => {
    for (const member of node.members) {
      if (nameText(member.name) !== name) continue;
      return ts.isPropertySignature(member) && member.type !== undefined ? valueOfType(member.type, unit) : UNKNOWN;
    }
    if (ts.isTypeLiteralNode(node)) return STRANGER;
    const bases = node.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
    const inherited = bases.map((base) => property(typeNamed(base.expression, unit), name, base, unit));
    return inherited.find((value) => value.kind !== 'stranger') ?? STRANGER;
  };

  /** An element of an array: the one at `index`, or any where that is undefined. */
  const elementOf = (value: Value, index: number | undefined, at: ts.Node, unit: Unit): Value => {
    if (value.kind === 'array') {
      const { elements } = value.node;
      const chosen = index === undefined ? elements : elements.slice(index, index + 1);
      return elements.some(ts.isSpreadElement) ? UNKNOWN : join(chosen.map((element) => valueOf(element, value.unit)));
    }
    if (value.kind !== 'sdk') return UNKNOWN;
    const shape = SHAPES[value.shape].element;
    return shape === undefined ? UNKNOWN : sdk(shape, at, unit, value.from);
  };

  // Types, where they are written.

  const valueOfType = (type: ts.TypeNode, unit: Unit): Value => {
    const value = guarded(type, () => valueOfWrittenType(type, unit));
    // Two parameters of one type are two objects: what tells them apart is where each type is written.
    return value.kind === 'sdk' && !ts.isIndexedAccessTypeNode(type) ? { ...value, origin: type, unit } : value;
  };

  const valueOfWrittenType = (type: ts.TypeNode, unit: Unit): Value => {
    if (ts.isParenthesizedTypeNode(type)) return valueOfType(type.type, unit);
    if (ts.isUnionTypeNode(type)) return join(type.types.map((part) => valueOfType(part, unit)));
    if (ts.isIntersectionTypeNode(type)) return type.types.map((part) => valueOfType(part, unit)).find((value) => value.kind === 'sdk') ?? UNKNOWN;
    if (ts.isLiteralTypeNode(type)) return type.literal.kind === ts.SyntaxKind.NullKeyword ? NULLISH : STRANGER;
    if (ts.isTypeLiteralNode(type)) return { kind: 'typed', node: type, unit };
    if (ts.isArrayTypeNode(type)) return STRANGER;
    if (ts.isTypeQueryNode(type)) return valueOfEntity(type.exprName, unit);
    if (ts.isImportTypeNode(type)) return valueOfImportType(type, unit);
    if (ts.isIndexedAccessTypeNode(type)) {
      const { indexType } = type;
      return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)
        ? property(valueOfType(type.objectType, unit), indexType.literal.text, type, unit)
        : UNKNOWN;
    }
    if (ts.isTypeReferenceNode(type)) return valueOfTypeReference(type, unit);
    switch (type.kind) {
      case ts.SyntaxKind.UndefinedKeyword:
      case ts.SyntaxKind.VoidKeyword:
        return NULLISH;
      case ts.SyntaxKind.StringKeyword:
      case ts.SyntaxKind.NumberKeyword:
      case ts.SyntaxKind.BooleanKeyword:
        return STRANGER;
      default:
        return UNKNOWN;
    }
  };

  const valueOfTypeReference = (type: ts.TypeReferenceNode, unit: Unit): Value => {
    const [argument] = type.typeArguments ?? [];
    const name = ts.isIdentifier(type.typeName) && unit.scope.bindingOf(type.typeName) === undefined ? type.typeName.text : undefined;
    if (name !== undefined && argument !== undefined) {
      if (TRANSPARENT_TYPES.has(name)) return valueOfType(argument, unit);
      if (name === 'ReturnType') {
        const value = valueOfType(argument, unit);
        if (value.kind === 'function') return resultOf(value.node, value.unit);
        const shape = value.kind === 'sdk' ? SHAPES[value.shape].call : undefined;
        return shape === undefined ? UNKNOWN : sdk(shape, type, unit);
      }
      if (name === 'InstanceType') {
        const value = valueOfType(argument, unit);
        const shape = value.kind === 'sdk' ? SHAPES[value.shape].construct : undefined;
        return shape === undefined ? UNKNOWN : sdk(shape, type, unit);
      }
    }
    if (!ts.isIdentifier(type.typeName)) return valueOfEntity(type.typeName, unit, true);
    return withArguments(type, unit, () => typeNamed(type.typeName, unit));
  };

  /** What type parameters stand for while a generic alias is looked into. */
  const typeArguments = new Map<ts.Declaration, () => Value>();

  const withArguments = (type: ts.TypeReferenceNode, unit: Unit, evaluate: () => Value): Value => {
    const declaration = ts.isIdentifier(type.typeName) ? unit.scope.bindingOf(type.typeName)?.declaration : undefined;
    const parameters = declaration !== undefined && ts.isTypeAliasDeclaration(declaration) ? (declaration.typeParameters ?? []) : [];
    const outer = new Map(typeArguments);
    parameters.forEach((parameter, index) => {
      const argument = type.typeArguments?.[index];
      const value = argument === undefined ? UNKNOWN : valueOfType(argument, unit);
      typeArguments.set(parameter, () => value);
    });
    const result = evaluate();
    typeArguments.clear();
    for (const [parameter, value] of outer) typeArguments.set(parameter, value);
    return result;
  };

  /** The type that an identifier names, local or imported. */
  const typeNamed = (name: ts.Node, unit: Unit): Value => {
    if (!ts.isIdentifier(name)) return UNKNOWN;
    const declaration = unit.scope.bindingOf(name)?.declaration;
    if (declaration === undefined) return UNKNOWN;
    return guarded(declaration, () => valueOfTypeDeclaration(declaration, unit));
  };

  const valueOfTypeDeclaration = (node: ts.Declaration, unit: Unit): Value => {
    if (ts.isTypeAliasDeclaration(node)) return valueOfType(node.type, unit);
    if (ts.isInterfaceDeclaration(node)) return { kind: 'typed', node, unit };
    if (ts.isClassDeclaration(node)) return { kind: 'instance', node, unit };
    const argument = typeArguments.get(node);
    if (argument !== undefined) return argument();
    if (ts.isTypeParameterDeclaration(node)) return node.constraint === undefined ? UNKNOWN : valueOfType(node.constraint, unit);
    if (ts.isImportSpecifier(node)) return importedType(node.parent.parent.parent, (node.propertyName ?? node.name).text, node, unit);
    if (ts.isImportClause(node)) return importedType(node.parent, 'default', node, unit);
    return UNKNOWN;
  };

  const importedType = (declaration: ts.ImportDeclaration | ts.JSDocImportTag, name: string, at: ts.Node, unit: Unit): Value => {
    const { moduleSpecifier } = declaration;
    return ts.isStringLiteral(moduleSpecifier) ? typeOfModule(moduleSpecifier.text, name, at, unit) : UNKNOWN;
  };

  const typeOfModule = (specifier: string, name: string, at: ts.Node, unit: Unit): Value => {
    if (isSdkModule(specifier)) return sdkType(name, at, unit);
    const location = graph.project.resolveModule(specifier, unit.fileName);
    switch (location.kind) {
      case 'package':
        return strangeModule(specifier);
      case 'unknown':
        return UNKNOWN;
      case 'file': {
        const target = graph.load(location.fileName);
        return target === undefined ? UNKNOWN : exportedType(target, name);
      }
    }
  };

  const exportedType = (target: Unit, name: string): Value => {
    const values = exportsNamed(target, name).map((entry): Value => {
      switch (entry.kind) {
        case 'declaration':
          return guarded(entry.node, () => valueOfTypeDeclaration(entry.node, target));
        case 'forwarded':
          return entry.name === undefined ? UNKNOWN : guarded(target.source, () => typeOfModule(entry.specifier, entry.name ?? 'default', target.source, target));
        case 'expression':
          return UNKNOWN;
      }
    });
    return values.find((value) => value.kind !== 'unknown') ?? UNKNOWN;
  };

  const sdkType = (name: string, at: ts.Node, unit: Unit): Value => {
    const shape = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    return shape === undefined ? SDK_STRANGER : sdk(shape, at, unit);
  };

  const valueOfImportType = (type: ts.ImportTypeNode, unit: Unit): Value => {
    const { argument, qualifier } = type;
    if (!ts.isLiteralTypeNode(argument) || !ts.isStringLiteral(argument.literal) || qualifier === undefined || !ts.isIdentifier(qualifier)) return UNKNOWN;
    if (!isSdkModule(argument.literal.text)) return UNKNOWN;
    return type.isTypeOf ? sdkExport(argument.literal.text, qualifier.text, type, unit) : sdkType(qualifier.text, type, unit);
  };

  /** `a.b` in a type: of a value after `typeof`, else of a namespace import. */
  const valueOfEntity = (name: ts.EntityName, unit: Unit, isType = false): Value => {
    if (ts.isIdentifier(name)) return valueOfIdentifier(name, unit);
    const left = valueOfEntity(name.left, unit);
    if (isType) return left.kind === 'sdk-module' ? sdkType(name.right.text, name, unit) : UNKNOWN;
    return property(left, name.right.text, name, unit);
  };

  // Imports.

  const imported = (declaration: ts.ImportDeclaration | ts.JSDocImportTag, name: string | undefined, at: ts.Node, unit: Unit): Value => {
    const { moduleSpecifier } = declaration;
    return ts.isStringLiteral(moduleSpecifier) ? moduleValue(moduleSpecifier.text, name, at, unit) : UNKNOWN;
  };

  /** What a module exports as `name`, or the module itself where `name` is undefined. */
  const moduleValue = (specifier: string, name: string | undefined, at: ts.Node, unit: Unit): Value => {
    if (isSdkModule(specifier)) {
      return name === undefined ? { kind: 'sdk-module', name: specifier, node: at, unit } : sdkExport(specifier, name, at, unit);
    }
    const location = graph.project.resolveModule(specifier, unit.fileName);
    switch (location.kind) {
      case 'package':
        return strangeModule(specifier);
      case 'unknown':
        return UNKNOWN;
      case 'file': {
        const target = graph.load(location.fileName);
        if (target === undefined) return UNKNOWN;
        if (name !== undefined) return exported(target, name);
        const whole = moduleExportsOf(target);
        return whole === undefined ? { kind: 'module', unit: target } : valueOf(whole, target);
      }
    }
  };

  const sdkExport = (specifier: string, name: string, at: ts.Node, unit: Unit): Value => {
    const table = EXPORTS[packageOf(specifier)] ?? {};
    if (Object.hasOwn(table, name)) return sdk(table[name], at, unit);
    return name === 'default' ? { kind: 'sdk-module', name: specifier, node: at, unit } : SDK_STRANGER;
  };

  const exported = (target: Unit, name: string): Value => {
    const values = exportsNamed(target, name).map((entry) => exportValue(entry, target));
    // Of several `export *` only one has the name; which, an import from a package can't tell.
    return values.find((value) => value.kind === 'sdk') ?? join(values);
  };

  const exportValue = (entry: Export, unit: Unit): Value => {
    switch (entry.kind) {
      case 'expression':
        return valueOf(entry.node, unit);
      case 'declaration': {
        const name = ts.getNameOfDeclaration(entry.node);
        const binding = name !== undefined && ts.isIdentifier(name) ? unit.scope.bindingOf(name) : undefined;
        return guarded(entry.node, () => (binding === undefined ? valueOfDeclaration(entry.node, unit) : valueOfBinding(binding, unit)));
      }
      case 'forwarded':
        return guarded(unit.source, () => moduleValue(entry.specifier, entry.name, unit.source, unit));
    }
  };

  return { valueOf, property };
}

/** A package that isn't known here: a stranger, unless it is one of the SDK's all the same. */
function strangeModule(specifier: string): Value {
  return specifier.startsWith('@clerk/') ? UNKNOWN : STRANGER;
}

function isTypeScript(unit: Unit): boolean {
  return /\.[cm]?tsx?$/i.test(unit.fileName);
}

/** `Promise.all` and its kin, whose result has an element for each of the array's. */
function isPromiseAll(access: Access): boolean {
  return access.name === 'all' && ts.isIdentifier(access.object) && access.object.text === 'Promise';
}

function indexOfAccess(node: ts.ElementAccessExpression): number | undefined {
  const index = unwrap(node.argumentExpression);
  return ts.isNumericLiteral(index) ? Number(index.text) : undefined;
}

/** Whether a property write goes into the object that a variable was declared with. */
function isWriteInto(write: ts.Expression, literal: ts.ObjectLiteralExpression, unit: Unit): boolean {
  if (!ts.isPropertyAccessExpression(write) && !ts.isElementAccessExpression(write)) return false;
  const object = unwrap(write.expression);
  const declaration = ts.isIdentifier(object) ? unit.scope.bindingOf(object)?.declaration : undefined;
  return declaration !== undefined && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined && unwrap(declaration.initializer) === literal;
}

/** Packages whose middleware puts the client into Hono's context. */
const HONO_PACKAGES: ReadonlySet<string> = new Set(['@clerk/hono', '@hono/clerk-auth']);

/** Types that stand for their first argument. */
const TRANSPARENT_TYPES: ReadonlySet<string> = new Set([
  'Awaited', 'Exclude', 'Extract', 'NonNullable', 'Omit', 'Partial', 'Pick', 'Promise', 'PromiseLike', 'Readonly', 'Required',
]);

/** Methods of arrays whose callback gets an element first. */
const ELEMENT_CALLBACKS: ReadonlySet<string> = new Set(['map', 'forEach', 'flatMap', 'filter', 'some', 'every', 'find', 'findIndex']);

function sdk(shape: Shape | undefined, origin: ts.Node, unit: Unit, from?: SdkValue): Value {
  return shape === undefined ? UNKNOWN : { kind: 'sdk', shape, origin, unit, from };
}

/** Shapes that are the same object whichever call of a function without parameters made them. */
const SHARED_SHAPES: ReadonlySet<Shape> = new Set(['client', 'client-accessor', 'users', 'organizations']);

/** What a function of the repository returned at `site`: another object at each call, unless it is the client. */
function madeAt(value: Value, definition: ts.FunctionLikeDeclaration, site: ts.Node, unit: Unit): Value {
  if (value.kind !== 'sdk') return value;
  if (SHARED_SHAPES.has(value.shape) && definition.parameters.length === 0) return value;
  return { ...value, origin: site, unit, from: undefined };
}

/** The type written at a declaration. */
function writtenType(node: ts.Declaration): ts.TypeNode | undefined {
  return ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertyDeclaration(node) ? node.type : undefined;
}

function hasStatic(member: ts.ClassElement): boolean {
  return ts.canHaveModifiers(member) && (ts.getModifiers(member)?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword) ?? false);
}

/** What one of several values is: the same shape from each, or nothing that can be said. Null and undefined can't be called on, so they don't count. */
function join(values: readonly Value[]): Value {
  const present = values.filter((value) => value.kind !== 'nullish');
  const [first, ...rest] = present;
  if (first === undefined) return values.length === 0 ? UNKNOWN : NULLISH;
  if (rest.length === 0) return first;
  if (first.kind === 'sdk' && rest.every((value) => value.kind === 'sdk' && value.shape === first.shape)) {
    // Which of them it is can't be told, so neither can where it came from.
    return { ...first, origin: first.unit.source, from: undefined };
  }
  return present.every((value) => value.kind === 'stranger') ? STRANGER : UNKNOWN;
}

