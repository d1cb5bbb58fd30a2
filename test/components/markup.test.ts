/**
 * What markup does to a script's variables: each line by itself decides whether an update that sends them is proved.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { analyze } from '../../transforms/index.ts';
import type { Framework } from '../../transforms/components/script-blocks.ts';

/** Of a page the scripts alone are read. */
type WithMarkup = Exclude<Framework, 'html'>;

/**
 * `prefs` is an object that the update spreads, `theme` a variable that it sends, `user` the SDK's user (of Astro's:
 * the client's).
 */
const FILES: Readonly<Record<WithMarkup, (markup: string) => string>> = {
  vue: (markup) => `<script setup lang="ts">
import { useUser } from '@clerk/vue';
const { user } = useUser();
const prefs = { mail: true, label: 'a' };
let theme = 'light';
async function save() { await user.value!.update({ unsafeMetadata: { ...user.value!.unsafeMetadata, ...prefs, theme } }); }
</script>
${markup.startsWith('<template lang') ? markup : `<template>\n${markup}\n</template>`}
`,
  svelte: (markup) => `<script lang="ts">
import { useClerkContext } from 'svelte-clerk';
const ctx = useClerkContext();
const user = $derived(ctx.user!);
const prefs = { mail: true, label: 'a' };
let theme = 'light';
async function save() { await user.update({ unsafeMetadata: { ...user.unsafeMetadata, ...prefs, theme } }); }
</script>
${markup}
`,
  astro: (markup) => `---
import { clerkClient } from '@clerk/astro/server';
const { userId } = Astro.locals.auth();
const prefs = { mail: true, label: 'a' };
let theme = 'light';
const save = async () => {
  const users = clerkClient(Astro).users;
  const user = await users.getUser(userId!);
  await users.updateUser(user.id, { publicMetadata: { ...user.publicMetadata, ...prefs, theme } });
};
---
${markup}
`,
};

const HARMLESS: Readonly<Record<WithMarkup, readonly string[]>> = {
  vue: [
    '',
    '<p>{{ prefs.label }} {{ theme }} {{ user?.firstName }}</p>',
    '<input :value="prefs.label" :disabled="prefs.mail" :class="{ on: prefs.mail }" :style="{ color: theme }">',
    '<li v-if="prefs.mail" v-show="theme" :key="prefs.label" v-text="theme" v-html="prefs.label" />',
    '<Card :label="prefs.label" :theme="theme" :name="user?.firstName" />',
    '<button @click="save">Save</button><button @click="() => save()">Save</button>',
    '<p v-pre>prefs = null</p>',
    '<!-- {{ prefs.mail = null }} -->',
    '<p v-for="address in user?.emailAddresses">{{ address.id }}</p>',
    '<p title="prefs = null" data-x=\'{{ theme = null }}\'>&lt;theme = null&gt;</p>',
    '<template lang="pug">\np Save\n</template>',
    '<template lang="pug">\np(@click="user.update({ unsafeMetadata: {} })")\n</template>',
    '<p v-for="prefix in [theme, 1]">{{ prefix }}</p>',
  ],
  svelte: [
    '',
    '<p title={prefs.label} class="a {theme}" class:on={prefs.mail} style:color={theme}>{prefs.label} {user.firstName}</p>',
    '<button onclick={save}>Save</button>',
    '<button on:click={() => save()}>Save</button>',
    '{#if prefs.mail && theme}yes{:else if theme}no{/if}',
    '{#key theme}x{/key}',
    '<Card label={prefs.label} {theme} name={user.firstName} />',
    '{#each user.emailAddresses as address, i (address.id)}{address.id}{/each}',
    '{"prefs = null"} {`theme = ${1}`} {/* theme = null */ theme}',
    '<!-- {prefs.mail = null} -->',
    '<style>a { b: "{theme = null}" }</style>',
    '{@html prefs.label}',
  ],
  astro: [
    '',
    '<p title={prefs.label} class:list={[theme, { on: prefs.mail }]}>{prefs.label}</p>',
    '<Card label={prefs.label} theme={theme} />',
    '{prefs.mail && <b>{theme}</b>}',
    '{await save()}',
    '<p is:raw>{prefs.mail = null}</p>',
    '<!-- {theme = null} -->',
    '<a href=`/${theme}`>{`${prefs.label}`}</a>',
    '<script define:vars={{ label: prefs.label }}>console.log(label)</script>',
    '<style define:vars={{ theme }}>a { color: var(--theme) }</style>',
    '<p set:html={prefs.label} />',
    '<script>let theme = 1; theme = null; const prefs = {}; prefs.mail = null;</script>',
  ],
};

const HARMFUL: Readonly<Record<WithMarkup, readonly string[]>> = {
  vue: [
    // The object is given away.
    '<Card :prefs="prefs" />',
    '<Card :prefs />',
    '<Card v-bind:prefs />',
    '<Card v-bind="prefs" />',
    '<my-card .prefs="prefs" />',
    '<card :prefs="prefs" />',
    '<component :is="card" :prefs="prefs" />',
    '<slot :prefs="prefs" />',
    '<div v-tooltip="prefs" />',
    '<div :ref="(el) => keep(prefs)" />',
    '<div is="vue:Card" :prefs="prefs" />',
    '<div v-bind="{ inner: prefs }" />',
    '<div v-on="prefs" />',
    '<p @click="keep(prefs)" />',
    '<p :title="format(prefs)" />',
    '<p>{{ format(prefs) }}</p>',
    '<Card :prefs="{ inner: prefs }" />',
    '<Card :prefs="theme ? prefs : {}" />',
    '<Card :[key]="prefs" />',
    '<p v-for="p in [prefs]" @click="p.mail = null" />',
    '<Card v-slot="{ p = prefs }"><i @click="p.mail = null" /></Card>',
    '<Card v-model="prefs" />',
    '<Card v-model:prefs.trim="prefs" />',
    '<Card :user="user" />',
    '<Card :meta="user?.unsafeMetadata" />',
    // It, or the variable, is changed.
    '<input v-model="prefs.mail">',
    '<input v-model="theme">',
    '<p @click="theme = null" />',
    '<p @click="theme = null; save()" />',
    '<p @click="() => { prefs.mail = null }" />',
    '<p @click="delete prefs.mail" />',
    '<p>{{ theme = other }}</p>',
    '<p v-on:click="[theme] = others" />',
    '<p @click="({ theme } = others)" />',
    '<p @click="if (a &lt; b) theme = other" />',
    '<p @click="Object.assign(prefs, other)" />',
    '<p @click="user!.unsafeMetadata.plan = 1" />',
    '<template v-if="true"><b><i @click="theme = other" /></b></template>',
    '<p @click="theme = other | filter broken" />',
    '<template lang="pug">\ninput(v-model="theme")\n</template>',
    '<template lang="pug">\nCard(:prefs="prefs")\n</template>',
    '<template lang="pug">\np(@click="[theme] = others")\n</template>',
    '<template lang="pug">\np= prefs.mail = null\n</template>',
  ],
  svelte: [
    '<Card {prefs} />',
    '<Card prefs={prefs} />',
    '<Card {...prefs} />',
    '<Card bind:prefs />',
    '<Card prefs="{prefs}" />',
    '<ns.card {prefs} />',
    '<svelte:component this={Card} {prefs} />',
    '<my-card prefs={prefs} />',
    '<slot {prefs} />',
    '<p use:tooltip={prefs}></p>',
    '<p transition:fade={prefs}></p>',
    '<p {@attach keep(prefs)}></p>',
    '<p {...prefs}></p>',
    '{@render row(prefs)}',
    '<p>{format(prefs)}</p>',
    '{@const p = prefs}',
    '{#each [prefs] as p}<input bind:value={p.mail}>{/each}',
    '{#await prefs then p}<input bind:value={p.mail}>{/await}',
    '{#snippet row(p = prefs)}<input bind:value={p.mail}>{/snippet}',
    '<Card {user} />',
    '<Card meta={user.unsafeMetadata} />',
    '<input bind:value={prefs.mail}>',
    '<input bind:value={theme}>',
    '<p bind:clientWidth={theme}></p>',
    '<p bind:this={theme}></p>',
    '<p onclick={() => { theme = other; }}></p>',
    '<p on:click="{() => (theme = other)}"></p>',
    '{(theme = other)}',
    '<p onclick={() => ([theme] = others)}></p>',
    '<p onclick={() => delete prefs.mail}></p>',
    '{#if (theme = other)}x{/if}',
    '<p>{#if theme}x{/if}</p><Card {prefs} />',
    '<p>{#each [1] as n}{n}{ /each }</p><input bind:value={theme}>',
    '<input bind:value={() => theme, (v) => (theme = v)}>',
    '<svelte:window onkeydown={() => (prefs.mail = other)} />',
    '<p class="a {theme = other}"></p>',
  ],
  astro: [
    '<Card prefs={prefs} />',
    '<Card {prefs} />',
    '<Card {...prefs} />',
    '<Card client:load prefs={prefs} />',
    '<ns.Card prefs={prefs} />',
    '<my-card prefs={prefs} />',
    '{[1].map(() => <Card prefs={prefs} />)}',
    '{[1].map(() => <Card {...prefs} />)}',
    '<Card>{(() => keep(prefs))()}</Card>',
    '{format(prefs)}',
    '<p title={format(prefs)}>x</p>',
    '<p title=`${keep(prefs)}`>x</p>',
    '<Fragment slot="a" {...prefs} />',
    '{(theme = other)}',
    '<p title={(theme = other)}>x</p>',
    '<p title=`${theme = other}`>x</p>',
    '{[1].map(() => { prefs.mail = other; return <p />; })}',
    '<Card a={<b>{(theme = other)}</b>} />',
    '{cond ? <i>{delete prefs.mail}</i> : null}',
  ],
};

describe.each(['vue', 'svelte', 'astro'] as const)('%s', (framework) => {
  it.each(HARMLESS[framework])('proves the update beside: %s', (markup) => {
    expect(verdictIn(FILES[framework](markup), framework)).toBe('exact');
  });

  it.each(HARMFUL[framework])('leaves it open beside: %s', (markup) => {
    expect(verdictIn(FILES[framework](markup), framework)).toBe('review');
  });
});

it('throws at nothing, whatever is typed, and finds only what is there', () => {
  const scraps = [
    '<',
    '>',
    '/>',
    '{',
    '}',
    '{{',
    '}}',
    '"',
    "'",
    '`',
    '${',
    '<p ',
    '<Card ',
    '</p>',
    '{#if ',
    '{/if}',
    '{@const ',
    ' @click="',
    ' :a="',
    ' onclick={',
    'bind:a',
    '---',
    '\n',
    '\r\n',
    '<!--',
    '-->',
    '/*',
    '*/',
    '//',
    '(',
    ')',
    '=>',
    ' = ',
    'theme',
    'user?.update({ unsafeMetadata: { theme } })',
    'await users.updateUser(id, { firstName: a, publicMetadata: {} });',
    '$: user.update({ unsafeMetadata: {} });',
    'export let a = ',
    '<script>',
    '</script>',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom<WithMarkup>('vue', 'svelte', 'astro'),
      fc.array(fc.constantFrom(...scraps), { maxLength: 14 }),
      (framework, parts) => {
        const text = FILES[framework](parts.join(''));
        const analysis = analyze(text, `/case/file.${framework}`);
        if (analysis.kind === 'syntax-error') return;
        for (const { start, end } of analysis.findings) expect(text.slice(start, end)).toMatch(/update|Metadata/);
      },
    ),
    { numRuns: 400 },
  );
});

function verdictIn(text: string, framework: Framework): string {
  const analysis = analyze(text, `/case/file.${framework}`);
  if (analysis.kind === 'syntax-error') return analysis.problem.message;
  return analysis.findings
    .map(({ verdict, target }) => (target?.startsWith('replace') === true ? 'replaced' : verdict))
    .join(', ');
}
