// What the handlers of the controllers return, as JSON Schema (draft 2020-12), read off their TypeScript types: the code says it once.
import { readdirSync } from 'node:fs';
import ts from 'typescript';

/**
 * `schema` is absent when there is no body. `description` is the handler's doc comment.
 * @typedef {Record<string, any>} Schema
 * @typedef {{ schema?: Schema, description?: string }} AnswerType
 * @typedef {{ answers: Record<string, AnswerType>, schemas: Record<string, Schema>, bodies: Record<string, Schema> }} AnswerTypes
 */

const DECORATORS = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete']);

/**
 * @param {string} root of the repository
 * @returns {AnswerTypes} `answers` by `Controller_method`, as NestJS names operations; `schemas` of the named types among them;
 *   `bodies`: the classes of request bodies
 */
export function answerTypes(root) {
  const files = ['admin', 'health'].flatMap((room) =>
    readdirSync(`${root}/src/${room}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.controller.ts'))
      .map((name) => `${root}/src/${room}/${name}`),
  );
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile).config, ts.sys, root);
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const walk = new TypeWalk(program.getTypeChecker());
  const bodies = new TypeWalk(program.getTypeChecker());
  /** @type {Record<string, AnswerType>} */
  const answers = {};
  for (const file of files.toSorted())
    for (const node of classesIn(/** @type {ts.SourceFile} */ (program.getSourceFile(file)))) {
      Object.assign(answers, walk.handlersOf(node));
      bodies.addBodiesOf(node);
    }
  return {
    answers,
    schemas: Object.fromEntries(Object.entries(walk.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    bodies: bodies.schemas,
  };
}

class TypeWalk {
  /** @type {Record<string, Schema>} */
  schemas = {};
  /** @type {Map<string, ts.Type>} */
  named = new Map();

  /** @param {ts.TypeChecker} checker */
  constructor(checker) {
    this.checker = checker;
  }

  /** @param {ts.ClassDeclaration} node */
  handlersOf(node) {
    const type = this.checker.getTypeAtLocation(node);
    return Object.fromEntries(
      type.getProperties().flatMap((member) => {
        const method = member.valueDeclaration;
        if (!method || !ts.isMethodDeclaration(method) || !isHandler(method)) return [];
        const signature = this.checker.getSignaturesOfType(this.checker.getTypeOfSymbolAtLocation(member, node), ts.SignatureKind.Call)[0];
        const description = ts.displayPartsToString(member.getDocumentationComment(this.checker));
        const schema = signature && this.answer(this.checker.getReturnTypeOfSignature(signature));
        return [[`${node.name?.text}_${member.name}`, { ...(schema ? { schema } : {}), ...(description ? { description } : {}) }]];
      }),
    );
  }

  /** Describes the classes of the bodies that its handlers take. @param {ts.ClassDeclaration} node */
  addBodiesOf(node) {
    for (const member of node.members)
      for (const parameter of ts.isMethodDeclaration(member) ? member.parameters : [])
        if (hasDecorator(parameter, (name) => name === 'Body')) this.schema(this.checker.getTypeAtLocation(parameter));
  }

  /** @param {ts.Type} returned @returns {Schema | undefined} */
  answer(returned) {
    const type = this.checker.getAwaitedType(returned) ?? returned;
    const kinds = type.isUnion() ? type.types : [type];
    const nothing = ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never;
    // A stream sends the same that the other type names.
    const bodies = kinds.filter(
      (kind) => !(kind.flags & nothing) && (kinds.length === 1 || kind.getSymbol()?.getName() !== 'StreamableFile'),
    );
    return bodies.length === 0 ? undefined : this.union(bodies);
  }

  /** @param {ts.Type} type @returns {Schema} */
  schema(type) {
    const { flags } = type;
    if (flags & ts.TypeFlags.StringLiteral) return { type: 'string', enum: [/** @type {ts.StringLiteralType} */ (type).value] };
    if (flags & ts.TypeFlags.NumberLiteral) return { type: 'number', enum: [/** @type {ts.NumberLiteralType} */ (type).value] };
    if (flags & ts.TypeFlags.BooleanLiteral) return { type: 'boolean', enum: [this.checker.typeToString(type) === 'true'] };
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' };
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' };
    if (flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isUnion()) return this.union(type.types);
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (flags & ts.TypeFlags.NonPrimitive) return { type: 'object', additionalProperties: true };
    return this.object(type);
  }

  /** @param {readonly ts.Type[]} types @returns {Schema} */
  union(types) {
    const given = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    if (given.length === 1) return this.schema(/** @type {ts.Type} */ (given[0]));
    const schemas = given.map((type) => this.schema(type));
    const literals = schemas.filter((schema) => schema.enum);
    const nothing = schemas.some((schema) => schema.type === 'null');
    if (literals.length + Number(nothing) < schemas.length) {
      const rest = schemas.filter((schema) => schema.type !== 'null' && !schema.enum);
      const words = merged(literals);
      const all = [...rest, ...(words ? [words] : [])];
      const only = all[0];
      if (all.length === 1 && only && typeof only.type === 'string' && nothing) return { ...only, type: [only.type, 'null'] };
      return { anyOf: [...all, ...(nothing ? [{ type: 'null' }] : [])] };
    }
    const words = /** @type {Schema} */ (merged(literals));
    return nothing ? { ...words, type: [words.type, 'null'], ...(words.enum ? { enum: [...words.enum, null] } : {}) } : words;
  }

  /** @param {ts.Type} type @returns {Schema} */
  object(type) {
    if (this.checker.isTupleType(type)) return { type: 'array', items: {} };
    if (this.checker.isArrayType(type))
      return {
        type: 'array',
        items: this.schema(/** @type {ts.Type} */ (this.checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))[0])),
      };
    const symbol = type.aliasSymbol ?? type.getSymbol();
    const name = symbol?.getName() ?? '__type';
    const generic = (type.aliasTypeArguments ?? /** @type {ts.TypeReference} */ (type).typeArguments ?? []).length > 0;
    if (name === 'StreamableFile') return {};
    const isNamed = symbol && symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias);
    if (!isNamed || generic || name === 'Record') return this.members(type);
    const component = name.replace(/View$/, '');
    const known = this.named.get(component);
    if (known && known !== type) throw new Error(`Two types of answers are called ${name}; give one of them another name.`);
    if (!known) {
      this.named.set(component, type);
      this.schemas[component] = this.members(type);
    }
    return { $ref: `#/components/schemas/${component}` };
  }

  /**
   * What `@ApiProperty({…})` says beyond the type.
   * @param {ts.Declaration | undefined} member @returns {Schema}
   */
  decoratedFacts(member) {
    const decorators = member && ts.canHaveDecorators(member) ? (ts.getDecorators(member) ?? []) : [];
    /** @type {Schema} */
    const facts = {};
    for (const { expression } of decorators) {
      if (!ts.isCallExpression(expression) || expression.expression.getText() !== 'ApiProperty') continue;
      const [options] = expression.arguments;
      for (const property of options && ts.isObjectLiteralExpression(options) ? options.properties : []) {
        if (!ts.isPropertyAssignment(property)) continue;
        const name = property.name.getText();
        const { initializer } = property;
        if (['description', 'format', 'example'].includes(name) && ts.isStringLiteralLike(initializer)) facts[name] = initializer.text;
        if (name === 'enum') facts.enum = this.words(initializer);
      }
    }
    if (facts.enum === undefined) delete facts.enum;
    return facts;
  }

  /** The literals of a constant list. @param {ts.Expression} list @returns {string[] | undefined} */
  words(list) {
    if (ts.isArrayLiteralExpression(list)) {
      const texts = list.elements.flatMap((element) => (ts.isStringLiteralLike(element) ? [element.text] : []));
      return texts.length === list.elements.length ? texts : undefined;
    }
    const type = this.checker.getTypeAtLocation(list);
    const element = this.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    const kinds = element?.isUnion() ? element.types : element ? [element] : [];
    const texts = kinds.flatMap((kind) => (kind.isStringLiteral() ? [kind.value] : []));
    return texts.length > 0 && texts.length === kinds.length ? texts : undefined;
  }

  /** @param {ts.Type} type @returns {Schema} */
  members(type) {
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    /** @type {Record<string, Schema>} */
    const properties = {};
    const required = [];
    for (const member of this.checker.getPropertiesOfType(type)) {
      const at = member.valueDeclaration ?? member.declarations?.[0];
      const memberType = at ? this.checker.getTypeOfSymbolAtLocation(member, at) : this.checker.getTypeOfSymbol(member);
      const description = ts.displayPartsToString(member.getDocumentationComment(this.checker));
      const { enum: words, ...facts } = this.decoratedFacts(at);
      const plain = this.schema(memberType);
      const schema = words && plain.type === 'string' ? { ...plain, enum: words } : plain;
      if ([schema.type].flat()[0] === 'string' && !schema.enum && member.name.endsWith('At')) schema.format = 'date-time';
      properties[member.name] = schema.$ref ? schema : { ...schema, ...(description ? { description } : {}), ...facts };
      if (!(member.flags & ts.SymbolFlags.Optional) && !includesUndefined(memberType)) required.push(member.name);
    }
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(index ? { additionalProperties: this.schema(index.type) } : {}),
    };
  }
}

/** @param {ts.Type} type */
function includesUndefined(type) {
  return type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
}

/** Literals of one kind as one list; true and false are every boolean. @param {Schema[]} literals @returns {Schema | undefined} */
function merged(literals) {
  if (literals.length === 0) return undefined;
  const type = literals[0]?.type;
  const words = literals.flatMap((literal) => literal.enum);
  if (type === 'boolean' && words.length === 2) return { type };
  return { type, enum: words };
}

/** @param {ts.MethodDeclaration} method */
function isHandler(method) {
  return hasDecorator(method, (name) => DECORATORS.has(name));
}

/** @param {ts.HasDecorators} node @param {(name: string) => boolean} matches */
function hasDecorator(node, matches) {
  return (ts.getDecorators(node) ?? []).some(
    ({ expression }) => ts.isCallExpression(expression) && ts.isIdentifier(expression.expression) && matches(expression.expression.text),
  );
}

/** Every class with a name, also inside of functions. @param {ts.Node} node @returns {ts.ClassDeclaration[]} */
function classesIn(node) {
  /** @type {ts.ClassDeclaration[]} */
  const found = [];
  ts.forEachChild(node, (child) => {
    if (ts.isClassDeclaration(child) && child.name) found.push(child);
    found.push(...classesIn(child));
  });
  return found;
}
