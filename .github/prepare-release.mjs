/**
 * What package.json has to say of where the package lives. Every link of the published package is made from it
 * (project/page-link.ts).
 */
const PUBLISHERS = ['repository', 'homepage', 'bugs'];

/**
 * Whether a tag can be released.
 *
 * @param {string} tag such as v1.2.3
 * @param {Readonly<Record<string, unknown>>} manifest package.json
 * @param {string} changelog the text of CHANGELOG.md
 * @param {string} readme the text of README.md
 * @returns {{ problems: string[], notes: string }} what is missing, in sentences; and the section of the changelog
 *   about the version
 */
export function prepareRelease(tag, manifest, changelog, readme) {
  const version = String(manifest['version']);
  const section = changelog.split(/^(?=## )/m).find((text) => text.startsWith(`## [${version}]`)) ?? '';
  const notes = section.split('\n').slice(1).join('\n').trim();
  const problems = [
    ...(tag === `v${version}`
      ? []
      : [`the tag is ${tag}, and package.json has version ${version}, whose tag is v${version}`]),
    ...PUBLISHERS.filter((name) => manifest[name] === undefined).map(
      (name) => `package.json has no "${name}": fill it in before you publish, links are made from it`,
    ),
    ...(typeof manifest['homepage'] === 'string' && !readme.includes(manifest['homepage'])
      ? [`README.md doesn't lead to the site, ${manifest['homepage']}`]
      : []),
    ...(notes === '' ? [`CHANGELOG.md has no section ## [${version}], or nothing in it`] : []),
  ];
  return { problems, notes: notes === '' ? '' : `${notes}\n` };
}
