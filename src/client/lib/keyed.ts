import { useState } from 'react';

/** Returns a random UUID. `crypto.randomUUID` is missing on pages without TLS. */
export const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/**
 * Returns a function that adds an idempotency key to its content. The key stays the same until the content changes. If
 * a response is lost, the content can therefore be sent again without taking effect twice.
 */
const keyed = () => {
  let last = { text: '', key: '' };
  return <T>(content: T): T & { idempotencyKey: string } => {
    const text = JSON.stringify(content);
    if (text !== last.text) last = { text, key: newKey() };
    return { ...content, idempotencyKey: last.key };
  };
};

export const useKeyed = () => useState(keyed)[0];
