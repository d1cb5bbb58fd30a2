// What the build makes; playground/built-data.ts says what each is.
declare module 'virtual:reason-help' {
  const helps: unknown;
  export default helps;
}

declare module 'virtual:examples' {
  const examples: unknown;
  export default examples;
}

declare module 'virtual:publication' {
  const publication: unknown;
  export default publication;
}

declare module '*?url' {
  const address: string;
  export default address;
}

declare module '*.css';
