/** What components are made of in the differential test: realistic parts, and nasty ones. */
import type { Framework } from '../../transforms/components/script-blocks.ts';

export interface Pieces {
  /** Parts of a file of which one at most may be taken. */
  readonly once: readonly (readonly string[])[];
  /** Parts that may stand anywhere, as often as one likes. */
  readonly any: readonly string[];
}

const CODE = [
  '\nconst a = 1;\n',
  '\n  import { ref } from "vue";\n  const tag = "<script>" + `<\\/script>`;\n',
  "\r\nlet s = 'it\\'s <style>'; // </style> <!-- -->\r\n/* <template> */\r\n",
  '\nconst r = /[<{"\'`}]>/g.test(s) ? a / b / c : `${`}` + "{"}`;\n',
  '\nif (a < b && c > d) { e(); }\n',
  ' x() ',
  '\nconst é = "日本語 😀";\n',
];

function tagged(open: readonly string[], close = '</script>'): string[] {
  return open.flatMap((tag, index) => CODE.map((_, code) => tag + (CODE[(code + index) % CODE.length] ?? '') + close));
}

const MARKUP = [
  '<p class="a" title=\'<script>\'>It\'s "fine" &amp; {good}</p>',
  '<!-- <script>const no = 1;</script> -->',
  '<pre>  text\n  more</pre>',
  '<br><img src="a.png"><input disabled value=a/>',
  '<div><span/><b>nested</b></div>',
  'plain text, 1 < 2, a > b',
];

export const PIECES: Readonly<Record<Framework, Pieces>> = {
  vue: {
    once: [
      tagged(['<script>', '<script lang="ts">', "<script lang='tsx' >", '<script\n  lang="js"\n>']),
      tagged([
        '<script setup>',
        '<script setup lang="ts">',
        '<script lang="ts" setup generic="T extends Record<string, A>">',
      ]).concat(tagged(['<script setup>'], '</script\n>')),
      [
        ...MARKUP.filter((markup) => !markup.includes('<script')).map(
          (markup) =>
            `<template>${markup.replaceAll('<br><img src="a.png"><input disabled value=a/>', '<br><input>')}</template>`,
        ),
        '<template>\n  <div v-if="a > b" :title="`</template>`">{{ "</template>" }}</div>\n  <template #x="{ y }"><p>{{ y }}</p></template>\n</template>',
        '<template lang="pug">\ndiv\n  script.\n    x\n</template>',
        '<template><textarea><b></textarea><template v-slot/><!-- </template> --></template>',
        '<TEMPLATE></TEMPLATE>',
      ],
    ],
    any: [
      '<style scoped>\na::before { content: "<script>"; }\n</style>',
      '<!-- <script> -->',
      '<i18n lang="json">{ "a": "<script>" }</i18n>',
      '\n',
      '\r\n\r\n',
      'text at the top level',
      '<docs>\n# <template>\n```js\nx\n```\n</docs>',
      '<SCRIPT>const custom = 1;</SCRIPT>',
      '<my-block />',
    ],
  },
  svelte: {
    once: [
      tagged(['<script>', '<script >', '<script\n>']).map((script) => script.replace('</script', '</script')),
      tagged(['<script module>', '<script context="module">', "<script context='module' >"]),
    ],
    any: [
      ...MARKUP.map((markup) =>
        markup.replace('{good}', '{good}').replace('1 < 2', '1 &lt; 2').replace('value=a/', 'value=a'),
      ),
      '{#if a}<p>{"<script>"}</p>{:else if b}{`}`}{/if}',
      '{#each items as { a, b = "}" }, i (a)}<li>{a}<li>{i}{/each}',
      '{@html `<script>${x}<\\/script>`}',
      '<svelte:head><title>a</title><script>window.a = "{";</script></svelte:head>',
      '<div><script>const inner = 1;</script></div>',
      '<pre><script type="x">y</script></pre>',
      '<textarea>{a} <b> <script></textarea>',
      '<style>\n  p { content: "<script>"; }\n</style>',
      '\n',
      '\r\n',
      '<button onclick={() => { if (a < b) c("}"); }} class="a {b ? "c" : `}`} d">x</button>',
      '<input bind:value={name} {...rest} {disabled} />',
      '{/* <script> */ a}',
      '{#snippet row(x)}<td>{x / 2} {/[}]/.test(x)}</td>{/snippet}',
      '{#await p then { v }}{v}{:catch e}{e}{/await}',
    ],
  },
  html: {
    once: [
      tagged([
        '<script>',
        '<script async>',
        '<SCRIPT TYPE="text/javascript">',
        "<script\n  type='module' crossorigin >",
      ]),
      tagged(
        ['<script type=module>', '<script type="text/babel">', '<script type="text/ecmascript" />'],
        '</SCRIPT\n>',
      ),
    ],
    any: [
      ...MARKUP,
      '<!doctype html><html><head><title><script>no</script></title></head><body>',
      '<script src="a.js"></script>',
      '<script SRC=a.js async>no</script>',
      '<script type="text/template"><p>{{ a }}</p></script>',
      '<script type="application/ld+json">{ "a": "<p>" }</script>',
      '<script type="importmap">{ "imports": {} }</script>',
      '<noscript><script>no</script></noscript>',
      '<textarea><script></textarea>',
      '<style>\n  p { content: "<script>"; }\n</style>',
      '<iframe srcdoc="<script>no</script>"><script>no</script></iframe>',
      '<template><p>a</p><script>const inner = 1;</script></template>',
      '<button onclick="if (a < b) c(\'<script>\')">x</button>',
      '<a title=">" data-x=<script>>x</a>',
      '<p/>\n<br/>',
      '\n',
      '\r\n',
      '<!---->',
      '</p></div>',
    ],
  },
  astro: {
    once: [
      [
        ...CODE.map((code) => `---${code}---`),
        "---\n// it's --- here\nconst a = `\n---\n`; /* \n---\n*/\n---\n",
        '<!-- first -->\n---\nconst a = "---";\n---',
        '  \n---\n---',
        '',
        'text\n---\nconst a = 1;\n---',
      ],
    ],
    any: [
      ...MARKUP,
      '<script>\n  const a: string = "</" + "script>";\n</script>',
      '<script is:inline>window.a = 1 < 2;</script>',
      '<script src="./a.ts"></script>',
      '<script define:vars={{ a }}>a;</script>',
      "{list.map((item) => <li>it's {item.name} <b>{`<script>`}</b></li>)}",
      '{a && <script is:inline>b("{")</script>}',
      '{`<script>no</script>`}',
      '{/* <script> */}',
      '<style>\n  p { content: "<script>"; }\n</style>',
      '<Fragment set:html={`<script>${x}</script>`} />',
      '<p title={"<script>"} {...rest} {short} data-x=`<script>${"`"}`>x</p>',
      '<textarea><script></textarea>',
      '\n',
      '\r\n',
      '<><p>fragment</p></>',
      '<p is:raw>{<script>}</p>',
      "<Component client:load prop={<b>{x}</b>}>{cond ? <a>1</a> : <b>it's 2</b>}</Component>",
    ],
  },
};
