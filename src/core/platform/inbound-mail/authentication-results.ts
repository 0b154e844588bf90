import { domainToASCII } from 'node:url';
import { addressParser } from 'postal-mime';

/** A header. `key` is in lowercase, and `value` is unfolded. Headers are in the same order as in the email. */
export interface MailHeader {
  key: string;
  value: string;
}

const AUTHENTICATION_RESULTS = 'authentication-results';

/**
 * Returns true if the receiving email service authenticated the sender's domain. DMARC must have passed. If the domain
 * has no DMARC policy, DKIM must have passed. Only results from the service itself count. They're in the topmost
 * Authentication-Results headers (RFC 8601) with its `authservId`. The service must remove fake copies of its headers
 * from incoming email. Returns false if no `authservId` is configured, or if the email doesn't have exactly one sender.
 */
export function isSenderProven(headers: readonly MailHeader[], authservId: string | undefined): boolean {
  if (authservId === undefined) return false;
  const domain = senderDomain(headers);
  if (domain === undefined) return false;
  const results = trusted(headers, authservId.toLowerCase());
  const dmarc = results.filter(({ method, result }) => method === 'dmarc' && !NO_POLICY.has(result));
  if (dmarc.length > 0)
    return dmarc.every(({ result, of }) => result === 'pass' && asDomain(of.get('header.from')) === domain);
  return results.some(({ method, result, of }) => method === 'dkim' && result === 'pass' && isAligned(of, domain));
}

/** DMARC results for a domain without a DMARC policy. */
const NO_POLICY = new Set(['none', 'bestguesspass']);

/** Returns the sender's domain. Undefined unless there's exactly one From header with exactly one email address. */
function senderDomain(headers: readonly MailHeader[]): string | undefined {
  const [from, ...more] = headers.filter(({ key }) => key === 'from');
  if (!from || more.length > 0) return undefined;
  const [address, ...others] = addressParser(from.value, { flatten: true });
  return others.length > 0 ? undefined : asDomain(address?.address);
}

/** Returns the domain of an email address in lowercase and ASCII. Also accepts just a domain. */
const asDomain = (text: string | undefined): string | undefined =>
  domainToASCII(text?.slice(text.lastIndexOf('@') + 1) ?? '').toLowerCase() || undefined;

/** Whether the signature is from the sender's domain or a parent domain. Top-level domains don't count as parents. */
function isAligned(of: ReadonlyMap<string, string>, domain: string): boolean {
  const signer = asDomain(of.get('header.d') ?? of.get('header.i'));
  return signer !== undefined && (signer === domain || (signer.includes('.') && domain.endsWith(`.${signer}`)));
}

interface Result {
  method: string;
  result: string;
  /** The result's properties, such as 'header.d', in lowercase. */
  of: ReadonlyMap<string, string>;
}

/** Returns the results in the first group of consecutive headers from this service. */
function trusted(headers: readonly MailHeader[], authservId: string): Result[] {
  const statements = headers.map(({ key, value }) =>
    key === AUTHENTICATION_RESULTS ? readStatement(value) : undefined,
  );
  const first = statements.findIndex((statement) => statement?.authservId === authservId);
  if (first === -1) return [];
  const after = statements.slice(first).findIndex((statement) => statement?.authservId !== authservId);
  const own = statements.slice(first, after === -1 ? undefined : first + after);
  return own.flatMap((statement) => statement?.results ?? []);
}

/** Maximum length of a header value in characters. Email services' values are shorter. */
const LONGEST = 10_000;

function readStatement(value: string): { authservId: string; results: Result[] } | undefined {
  const [id, ...pieces] = value.length > LONGEST ? [] : (piecesOf(value) ?? []);
  const [, quoted, plain, version = '1'] = /^\s*(?:"([^"\\]*)"|([^\s"]+))(?:\s+(\d+))?\s*$/.exec(id ?? '') ?? [];
  const authservId = (quoted ?? plain)?.toLowerCase();
  if (authservId === undefined || version !== '1') return undefined;
  return { authservId, results: pieces.flatMap((piece) => readResult(piece) ?? []) };
}

/**
 * Splits a header value at its semicolons and removes comments. Returns undefined if a quoted string or a comment isn't
 * closed.
 */
function piecesOf(value: string): string[] | undefined {
  const pieces: string[] = [];
  let piece = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value.charAt(at);
    if (sign === '\\' && (isQuoted || depth > 0)) {
      at += 1;
      if (depth === 0) piece += sign + value.charAt(at);
    } else if (isQuoted || (sign === '"' && depth === 0)) {
      if (sign === '"') isQuoted = !isQuoted;
      piece += sign;
    } else if (sign === '(') {
      depth += 1;
      piece += depth === 1 ? ' ' : '';
    } else if (sign === ')' && depth > 0) depth -= 1;
    else if (depth > 0) continue;
    else if (sign === ';') {
      pieces.push(piece);
      piece = '';
    } else piece += sign;
  }
  return isQuoted || depth > 0 ? undefined : [...pieces, piece];
}

const METHOD = /^\s*([a-z0-9-]+)(?:\s*\/\s*(\d+))?\s*=\s*([a-z]+)(?=\s|$)/i;
/** Matches properties such as 'header.d=example.com' and 'reason="no key"'. */
const PROPERTY = /\s+([a-z0-9-]+(?:\s*\.\s*[a-z0-9_-]+)?)\s*=\s*((?:"(?:[^"\\]|\\.)*"|[^\s"])+)/iy;

/** Parses one result. Returns undefined if the format is unknown or a property occurs twice. */
function readResult(piece: string): Result | undefined {
  const [opening, method, version = '1', result] = METHOD.exec(piece) ?? [];
  if (opening === undefined || method === undefined || result === undefined || version !== '1') return undefined;
  const of = new Map<string, string>();
  let at = opening.length;
  while (piece.slice(at).trim() !== '') {
    PROPERTY.lastIndex = at;
    const [property, name, value] = PROPERTY.exec(piece) ?? [];
    const key = name?.replace(/\s/g, '').toLowerCase();
    if (property === undefined || key === undefined || value === undefined || of.has(key)) return undefined;
    of.set(key, unquoted(value));
    at += property.length;
  }
  return { method: method.toLowerCase(), result: result.toLowerCase(), of };
}

const unquoted = (value: string): string =>
  value.replace(/"((?:[^"\\]|\\.)*)"/g, (_whole, inside: string) => inside.replace(/\\(.)/g, '$1'));
