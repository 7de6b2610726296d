/** QuickJS as WebAssembly inside its module, so that a bundle needs no file beside it. */
export { default as quickjsVariant } from '@jitl/quickjs-singlefile-mjs-release-sync'
