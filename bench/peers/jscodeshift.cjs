// What one would write with jscodeshift to find the same calls, without proving anything.
const METHODS = new Set(['updateUser', 'updateOrganization', 'update']);
const FIELDS = new Set(['publicMetadata', 'privateMetadata', 'unsafeMetadata']);

/**
 * @param {{ source: string }} file
 * @param {{ jscodeshift: any }} api
 */
module.exports = function transform(file, { jscodeshift: j }) {
  let found = 0;
  const root = j(file.source);
  root.find(j.CallExpression).forEach((/** @type {any} */ { node }) => {
    const { callee } = node;
    const params = node.arguments.at(-1);
    if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return;
    if (callee.property.type !== 'Identifier' || !METHODS.has(callee.property.name) || params?.type !== 'ObjectExpression') return;
    if (!params.properties.some((/** @type {any} */ property) => FIELDS.has(property.key?.name))) return;
    callee.property.name = callee.property.name === 'update' ? 'updateMetadata' : `${callee.property.name}Metadata`;
    found++;
  });
  return found > 0 ? root.toSource() : undefined;
};
module.exports.parser = 'tsx';
