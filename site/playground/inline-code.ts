import { h, type VNode } from 'vue';

/** A sentence whose code stands between backticks. */
export function withCode(sentence: string): (VNode | string)[] {
  return sentence.split('`').map((part, index) => (index % 2 === 0 ? part : h('code', part)));
}
