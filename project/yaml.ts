/**
 * What reads YAML. Few runs need it, so the build makes it a file of its own, which is loaded when it is first asked.
 */
import { load } from 'js-yaml';

/** @throws what js-yaml throws where `text` isn't YAML */
export function readYaml(text: string): unknown {
  return load(text);
}
