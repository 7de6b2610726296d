import { parseSync, Visitor } from 'vite'
import { readImports, type SourceFiles } from './read-imports.ts'

/** What runs in Electron’s main process: the program, and its threads. */
const ENTRIES = [
  'src/main/electron/main.ts',
  'src/engine/saving/disk/disk-worker.ts',
  'src/engine/tables/table-worker.ts',
  'src/engine/pack/pack-worker.ts',
  'src/engine/support/database-check-worker.ts',
  'src/adapters/network/certificates-worker.ts',
  'src/adapters/pdf/pdf-worker.ts',
]

/**
 * Tests of Node that Electron does not run on its own Node (script/node-disabled-tests.json of Electron 45), and what of Node they
 * are about: nobody has seen that it works there.
 */
const LEFT_OUT: readonly (readonly [tests: string, uses: RegExp])[] = [
  ['report/*', /^process\.report$/],
  ['abort/test-abort-backtrace', /^process\.abort$/],
  [
    'parallel/test-heapsnapshot-near-heap-limit-worker',
    /^Worker resourceLimits$|^node:v8\.setHeapSnapshotNearHeapLimit$/,
  ],
  ['parallel/test-worker-{debug,stdio}', /^Worker (?:stdin|stdout|stderr|execArgv)$/],
  ['parallel/test-bootstrap-modules', /^process\.getBuiltinModule$/],
  ['parallel/test-process-versions', /^process\.versions$/],
  ['parallel/test-process-env-allowed-flags-are-documented', /^process\.allowedNodeEnvironmentFlags$/],
  ['parallel/test-stdout-close-catch', /^process\.stdout$/],
  [
    'parallel/test-{code-cache,v8-untrusted-code-mitigations}',
    /^node:v8\.setFlagsFromString$|^node:vm\b|^node:module\..*CompileCache$/,
  ],
  ['parallel/test-module-{loading-globalpaths,version}', /^node:module\.(?:globalPaths|Module|default)$/],
  ['parallel/test-buffer-{backing-arraybuffer,constructor-*}', /^new Buffer$/],
  ['parallel/test-child-process-{fork-exec-path,stdio-overlapped}', /^node:child_process\.fork$/],
  ['parallel/test-fs-utimes-y2K38', /^node:fs(?:\/promises)?\.[fl]?utimes(?:Sync)?$/],
  ['parallel/test-zlib-unused-weak', /^node:zlib\b/],
  ['parallel/test-{cluster,inspector,repl,trace-events}-*', /^node:(?:cluster|inspector|repl|trace_events)\b/],
  ['parallel/test-{https,http2}-*', /^node:(?:https|http2)\b/],
  ['parallel/test-{tls-*,openssl-ca-options}, sequential/test-tls-connect', /^node:tls\b/],
  // All but hashes and identifiers.
  [
    'parallel/test-{crypto,webcrypto}-*, async-hooks/test-crypto-*',
    /^(?:node:crypto|crypto)\.(?!createHash$|hash$|randomUUID$)/,
  ],
]

/** Uses of them, each with what makes it sound, or what happens where it does not hold. */
const SOUND: Readonly<Record<string, string>> = {
  'Worker resourceLimits':
    'A second guard only: where it does not hold, what a reader takes is bounded by its own limits (engine/tables/table.ts) and its time by ours.',
  'process.getBuiltinModule':
    'The test compares lists of modules. Without it nothing would start, and the self-check says so.',
  'process.versions': 'The test wants Node’s own list. The desk shows those that are there.',
  'process.stdout': 'The test closes it while it writes; here one line is written to it, by the self-check.',
  'node:v8.setFlagsFromString':
    'Electron lets flags change late. Where it does nothing, the heap grows as without it (docs/decisions/electron-on-workstations.md).',
  'node:crypto.randomBytes': 'Left out for the order of async hooks. The bytes are those of BoringSSL.',
  'node:crypto.constants': 'A number for BoringSSL’s RSA-PSS, which is OpenSSL’s.',
  'node:crypto.createVerify':
    'Left out are names of curves and words of errors. What it does not know or cannot read is told as a signature that cannot be checked.',
  'node:zlib.inflate':
    'As crc32; what it unpacks has to be tables and objects that fit the file, or the PDF is told as not readable.',
  'node:zlib': 'As crc32; what it unpacks of an answer is checked by its own end, and a document by its structure.',
  'node:zlib.crc32':
    'Left out is how its memory is collected. Where the sum were wrong, no workbook could be read, which is told.',
  'node:zlib.deflateRawSync': 'As crc32. It packs text that can be read again from its document.',
  'node:zlib.inflateRawSync':
    'As crc32. What it unpacks of a workbook is compared with size and sum; a message that it does not unpack is kept as it came.',
  'node:zlib.inflateSync':
    'As crc32; it only says how much the objects of a PDF unpack to. Where it fails they are read without that bound.',
  'node:zlib.unzipSync': 'As crc32; a message that it does not unpack is kept as it came.',
  'node:https':
    'Left out are the reuse of sessions, without which a connection shakes hands once more, and the words of refused options.',
  'node:tls.createSecureContext':
    'Left out are keys, ciphers and versions. Here it gets authorities; without them nothing is trusted.',
  'node:tls.connect': 'Left out are keys, ciphers and versions. Here it looks at the certificate that a server shows.',
  'node:tls.TLSSocket': 'It is only asked whether a socket is one.',
  'node:tls.getCACertificates':
    'Left out because the list of roots is another one. The self-check counts those of the system.',
  'node:crypto.X509Certificate':
    'Its tests run; left out are those of keys and ciphers. What cannot be read is refused.',
}

/** Every use of something that Electron does not test and that has no sentence, as “file uses what (tests)”. */
export function untestedUses(files: SourceFiles, sound: readonly string[] = Object.keys(SOUND)): string[] {
  return usesLeftOut(files).flatMap(({ file, use, tests }) =>
    sound.includes(use) ? [] : [`${file} uses ${use} (${tests})`],
  )
}

/** Sentences for what is not used any more. */
export function staleSentences(files: SourceFiles): string[] {
  const used = new Set(usesLeftOut(files).map(({ use }) => use))
  return Object.keys(SOUND).filter((use) => !used.has(use))
}

function usesLeftOut(files: SourceFiles): { file: string; use: string; tests: string }[] {
  return [...reached(files)].flatMap((file) =>
    [...nodeUses(file, files.get(file) ?? '')].flatMap((use) =>
      LEFT_OUT.flatMap(([tests, uses]) => (uses.test(use) ? [{ file, use, tests }] : [])),
    ),
  )
}

/** What Electron’s main process loads, from its entries on. */
function reached(files: SourceFiles): ReadonlySet<string> {
  const found = new Set<string>(ENTRIES.filter((entry) => files.has(entry)))
  // A set is walked over what is added meanwhile, too.
  for (const file of found) {
    for (const { target, isOwnFile, isTypeOnly } of readImports(file, files.get(file) ?? ''))
      if (isOwnFile && !isTypeOnly && files.has(target)) found.add(target)
  }
  return found
}

/** What a file uses of Node: `node:fs.open`, `process.env`, `Worker resourceLimits`. */
function nodeUses(file: string, text: string): ReadonlySet<string> {
  const uses = new Set<string>()
  const modules = new Map([
    ['process', 'process'],
    ['crypto', 'crypto'],
  ])
  const { program } = parseSync(file, text)
  new Visitor({
    ImportDeclaration: ({ source, importKind, specifiers }) => {
      if (importKind === 'type' || !source.value.startsWith('node:')) return
      for (const specifier of specifiers) {
        if (specifier.type !== 'ImportSpecifier') modules.set(specifier.local.name, source.value)
        else if (specifier.importKind !== 'type' && specifier.imported.type === 'Identifier')
          uses.add(`${source.value}.${specifier.imported.name}`)
      }
    },
  }).visit(program)
  new Visitor({
    MemberExpression: ({ object, property, computed }) => {
      const module = object.type === 'Identifier' ? modules.get(object.name) : undefined
      if (module !== undefined && !computed && property.type === 'Identifier') uses.add(`${module}.${property.name}`)
    },
    CallExpression: ({ callee, arguments: [name] }) => {
      const isLookedUp =
        callee.type === 'MemberExpression' && text.slice(callee.start, callee.end).endsWith('getBuiltinModule')
      if (isLookedUp && name?.type === 'Literal') uses.add(String(name.value))
    },
    NewExpression: ({ callee, arguments: [, options] }) => {
      if (callee.type !== 'Identifier') return
      if (callee.name === 'Buffer') uses.add('new Buffer')
      if (callee.name !== 'Worker' || options?.type !== 'ObjectExpression') return
      for (const option of options.properties) {
        if (option.type === 'Property' && option.key.type === 'Identifier') uses.add(`Worker ${option.key.name}`)
      }
    },
  }).visit(program)
  return uses
}
