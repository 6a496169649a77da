// A style sheet as its text, which esbuild's `text` loader makes of it.

declare module "*.css" {
  const text: string;
  export default text;
}
