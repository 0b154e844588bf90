import { describe, expect, test } from 'vitest';
import { readMailHead } from './mail-head.ts';

const TOKEN = 'a2'.repeat(26);
const OURS = `reply+${TOKEN}@in.test`;
const head = (...lines: readonly string[]) => readMailHead(Buffer.from(lines.join('\r\n')));

describe('our addresses in an email’s header', () => {
  test.each([
    ['To', `To: ${OURS}`],
    ['a display name', `To: "Acme, Fence" <${OURS}>, b@c.test`],
    ['capitals', `TO: ${OURS}`],
    ['a folded header', `To: b@c.test,\r\n\t<${OURS}>`],
    ['a group', `To: friends:b@c.test,${OURS};`],
    ['Cc', `cc : ${OURS}`],
    ['the service’s own header', `Delivered-To: ${OURS}`],
    ['X-Original-To', `X-Original-To: <${OURS}>`],
  ])('are found in %s', (_where, line) => {
    expect(head('From: a@b.test', line, '', 'x').addresses).toEqual([OURS]);
  });

  test('are recognized in any case, and listed once', () => {
    expect(head(`To: ${OURS.toUpperCase()}, ${OURS.toUpperCase()}`, '', '').addresses).toEqual([OURS.toUpperCase()]);
  });

  test.each([
    ['its text', '', `To: ${OURS}`],
    ['a subject', `Subject: ${OURS}`, ''],
    ['a longer address', `To: x${OURS}`, ''],
  ])('are ignored in %s', (_where, ...lines) => {
    expect(head(...lines).addresses).toEqual([]);
  });

  test('are found only in the first 256 kB of an overlong header', () => {
    const long = 'x'.repeat(300_000);
    expect(head(`X: ${long}`, `To: ${OURS}`, '', '').addresses).toEqual([]);
    const { addresses, bytes } = head(`To: ${OURS}`, `X: ${long}`, '', '');
    expect(addresses).toEqual([OURS]);
    expect(bytes.length).toBe(256 * 1024);
  });
});

test('the header is a valid email, copied to its own memory', () => {
  const raw = Buffer.from('From: a@b.test\nSubject: Hi\n\nText\n\nmore');
  const { bytes } = readMailHead(raw);
  expect(bytes.toString()).toBe('From: a@b.test\nSubject: Hi\n\n');
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});

test.each([
  ['Content-Type: multipart/report; report-type=delivery-status', true],
  ['Return-Path: <>', true],
  ['From: Mail Delivery System <MAILER-DAEMON@mx.test>', true],
  ['From: postmaster@mx.test', true],
  ['Content-Type: multipart/mixed; boundary=b', false],
  ['From: dana@example.com', false],
])('‘%s’ may be a report: %s', (line, expected) => {
  expect(head(line, '', 'x').mayBeReport).toBe(expected);
});

test('recognizes Microsoft’s junk report by a header of the attached email', () => {
  const lines = ['From: staff@hotmail.com', '', '--b', 'X-HmXmrOriginalRecipient: dana@hotmail.com'];
  expect(head(...lines).mayBeReport).toBe(true);
});
