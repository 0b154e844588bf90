import { useState } from 'react';

/** Gives the same content the same key, so that sending it again after a lost answer does nothing twice. */
const keyed = () => {
  let last = { text: '', key: '' };
  return <T>(content: T): T & { idempotencyKey: string } => {
    const text = JSON.stringify(content);
    if (text !== last.text) last = { text, key: crypto.randomUUID() };
    return { ...content, idempotencyKey: last.key };
  };
};

export const useKeyed = () => useState(keyed)[0];
