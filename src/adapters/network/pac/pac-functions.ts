/**
 * What every proxy script may call, in the language of the script (ECMAScript 5), after Netscape’s description of 1996, which
 * browsers still follow. `lookUp` answers with an address, or null where there is none.
 */
export const PAC_FUNCTIONS = String.raw`
function isPlainHostName(host) { return host.indexOf('.') === -1 && host.indexOf(':') === -1 }
function dnsDomainIs(host, domain) {
  host = String(host).toLowerCase(); domain = String(domain).toLowerCase()
  return host.length >= domain.length && host.substring(host.length - domain.length) === domain
}
function localHostOrDomainIs(host, name) { return host === name || name.lastIndexOf(host + '.', 0) === 0 }
function dnsDomainLevels(host) { return host.split('.').length - 1 }
function dnsResolve(host) { return lookUp(String(host)) }
function isResolvable(host) { return dnsResolve(host) !== null }
function myIpAddress() { return ownAddress }
function alert() {}
function convert_addr(address) {
  var parts = String(address).split('.')
  return ((parts[0] & 255) << 24 | (parts[1] & 255) << 16 | (parts[2] & 255) << 8 | (parts[3] & 255)) >>> 0
}
function isInNet(host, pattern, mask) {
  var dotted = /^\d{1,3}(\.\d{1,3}){3}$/
  var address = dotted.test(host) ? host : dnsResolve(host)
  if (address === null || !dotted.test(address)) return false
  var bits = convert_addr(mask)
  return (convert_addr(address) & bits) >>> 0 === (convert_addr(pattern) & bits) >>> 0
}
function shExpMatch(text, pattern) {
  // By hand: as a regular expression, "*a*a*a*" could take for ever.
  text = String(text); pattern = String(pattern)
  var t = 0, p = 0, star = -1, from = 0
  while (t < text.length) {
    if (pattern[p] === '*') { star = p++; from = t }
    else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) { t++; p++ }
    else if (star !== -1) { p = star + 1; t = ++from }
    else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}
var DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
var MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
function rangeArguments(given) {
  var list = Array.prototype.slice.call(given)
  var isUtc = list[list.length - 1] === 'GMT'
  if (isUtc) list.pop()
  // Read by getUTC…, whose answers are then those of the clock that is asked for.
  return { list: list, now: new Date(nowMs - (isUtc ? 0 : offsetMinutes * 60000)) }
}
function isWithin(first, now, last) { return first <= last ? first <= now && now <= last : now >= first || now <= last }
function weekdayRange() {
  var range = rangeArguments(arguments), list = range.list
  var first = DAYS.indexOf(list[0]), last = list.length > 1 ? DAYS.indexOf(list[1]) : first
  return first !== -1 && last !== -1 && isWithin(first, range.now.getUTCDay(), last)
}
function timeRange() {
  var range = rangeArguments(arguments), list = range.list.map(Number), now = range.now
  var seconds = now.getUTCHours() * 3600 + now.getUTCMinutes() * 60 + now.getUTCSeconds()
  if (list.length === 1) return now.getUTCHours() === list[0]
  if (list.length === 2) return isWithin(list[0] * 3600, seconds, list[1] * 3600)
  if (list.length === 4) return isWithin(list[0] * 3600 + list[1] * 60, seconds, list[2] * 3600 + list[3] * 60)
  if (list.length !== 6) return false
  return isWithin(list[0] * 3600 + list[1] * 60 + list[2], seconds, list[3] * 3600 + list[4] * 60 + list[5])
}
function dateNumber(parts, now) {
  var day = 0, month = 0, year = 0, hasDay = false, hasMonth = false, hasYear = false
  parts.forEach(function (part) {
    if (typeof part === 'string' && MONTHS.indexOf(part) !== -1) { month = MONTHS.indexOf(part); hasMonth = true }
    else if (Number(part) > 31) { year = Number(part); hasYear = true }
    else { day = Number(part); hasDay = true }
  })
  function numberOf(y, m, d) { return (hasYear ? y * 10000 : 0) + (hasMonth ? m * 100 : 0) + (hasDay ? d : 0) }
  return {
    given: numberOf(year, month, day),
    now: numberOf(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  }
}
function dateRange() {
  var range = rangeArguments(arguments), list = range.list
  if (list.length === 0) return false
  if (list.length === 1 || list.length % 2 === 1) { var only = dateNumber(list, range.now); return only.given === only.now }
  var first = dateNumber(list.slice(0, list.length / 2), range.now)
  var last = dateNumber(list.slice(list.length / 2), range.now)
  return isWithin(first.given, first.now, last.given)
}
`
