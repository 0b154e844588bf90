import { toJson } from '../dom.ts';
import type { AgentEvent } from '#shared/features/agent/agent.schema.ts';

/**
 * The result of posting a message. `cut` means that the connection broke after the answer began, so the server may have
 * completed its answer.
 */
export type Outcome =
  | { kind: 'answered' }
  | { kind: 'cut' }
  | { kind: 'offline' }
  | { kind: 'refused'; status: number; message: string; fields: readonly string[] };

/** If no data arrives for this many milliseconds, the connection counts as broken. */
const PATIENCE = 40_000;

interface Refusal {
  error?: { message?: string; fields?: Record<string, string> };
}

const refusalIn = async (response: Response): Promise<Outcome> => {
  const { error } = (await response.json()) as Refusal;
  return {
    kind: 'refused',
    status: response.status,
    message: error?.message ?? '',
    fields: Object.keys(error?.fields ?? {}),
  };
};

/** Parses one event from a block of lines. Returns undefined for a comment. */
const eventIn = (block: string): AgentEvent | undefined => {
  const [, event] = /^event: (.*)$/m.exec(block) ?? [];
  const [, data] = /^data: (.*)$/m.exec(block) ?? [];
  return event && data ? ({ event, data: JSON.parse(data) as unknown } as AgentEvent) : undefined;
};

/**
 * Posts a message and calls `take` with each event of the answer as it arrives. Never rejects. A complete answer ends
 * with the event `done`. If the stream ends before that, the outcome is 'cut'.
 */
export const postMessage = async (
  url: string,
  message: object,
  take: (event: AgentEvent) => void,
): Promise<Outcome> => {
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(), PATIENCE);
  let begun = false;
  try {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'omit',
      // Unlike JSON, this content type needs no preflight request.
      headers: { 'content-type': 'text/plain' },
      body: toJson(message),
      signal: stop.signal,
    });
    if (!response.ok || !response.body) return await refusalIn(response);
    begun = true;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: 'cut' };
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), PATIENCE);
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventIn(block);
        if (event) take(event);
        if (event?.event === 'done') return { kind: 'answered' };
      }
    }
  } catch {
    // There was no connection, a proxy sent its own page, or the answer broke off.
    return { kind: begun ? 'cut' : 'offline' };
  } finally {
    clearTimeout(timer);
  }
};
