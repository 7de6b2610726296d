/** What the installer’s last words mean, by the codes of Node, OpenSSL and its own libraries; the first that fits. */
const MEANINGS: readonly [words: RegExp, meaning: string][] = [
  [
    /ENOTFOUND|EAI_AGAIN/,
    'its name was not found. That takes a network, and behind a proxy its address in HTTPS_PROXY',
  ],
  [/ENETUNREACH|EHOSTUNREACH|ENETDOWN/, 'there is no way to it from the networks of this computer'],
  [/ECONNREFUSED/, 'nothing listens there'],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, 'its certificate is not valid today, by the clock of this computer'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'its certificate is for another name'],
  [
    /UNABLE_TO_(?:VERIFY|GET)|SELF_SIGNED|DEPTH_ZERO|CERT_UNTRUSTED/,
    'its certificate is not trusted. The file of your firm’s authority can be named in NODE_EXTRA_CA_CERTS',
  ],
  [/EPROTO|ERR_SSL/, 'it does not speak TLS as Node does'],
  [/redirected to (http:\S+)/, 'it leads on to $1, which is not encrypted'],
  [/redirected without end/, 'it leads on without end'],
  [/ERR_PROXY|HTTP 407/, 'the proxy refused'],
  [/HTTP (\d{3}[ \w-]*)/, 'it answered $1'],
  [/[Cc]hecksum/, 'it sent something that is not this Electron: the checksum is another one'],
  [/ENOSPC/, 'the disk is full'],
  [/\b(?:EACCES|EPERM|EROFS)\b/, 'a folder on this computer cannot be written to'],
  [/ETIMEDOUT/, 'it did not answer in time'],
  [/ECONNRESET|EPIPE|aborted|socket hang up/, 'the connection broke off'],
  [/zip|central directory/i, 'it sent an archive that cannot be unpacked'],
]

const MAX_QUOTED = 200

/** Why a download failed, to stand after the name of the server. */
export function describeDownloadFailure(lastWords: string): string {
  for (const [words, meaning] of MEANINGS) {
    const found = words.exec(lastWords)
    if (found !== null) return meaning.replace('$1', (found[1] ?? '').trim())
  }
  const line = lastWords.split('\n').find((one) => one.trim() !== '') ?? 'nothing was said'
  return `the installer ended (${line.trim().slice(0, MAX_QUOTED)})`
}
