import type { MessageKind, PlatformContext, RenderContext, Renderer } from './define-message.ts';

type Unparsed<Context> = Omit<Context, 'payload'>;

/** A kind with its render functions, used by the sending code. */
export interface LoadedKind extends Omit<MessageKind, 'render' | 'payload'> {
  mail?: (context: Unparsed<RenderContext>) => ReturnType<NonNullable<Renderer['mail']>>;
  platformMail?: (context: Unparsed<PlatformContext>) => ReturnType<NonNullable<Renderer['platformMail']>>;
  text?: (context: Unparsed<RenderContext>) => ReturnType<NonNullable<Renderer['text']>>;
  lockSeries?: NonNullable<Renderer['lockSeries']>;
}

/** Message kinds by name. */
export type LoadedKinds = Readonly<Record<string, LoadedKind>>;

/**
 * Loads these kinds' render functions in advance, so that no message waits for them. The returned functions parse the
 * payload and reject if it's invalid.
 */
export async function loadKinds<Kind extends MessageKind>(
  kinds: readonly Kind[],
): Promise<Record<Kind['kind'], LoadedKind>> {
  const loaded = await Promise.all(kinds.map(async (kind) => [kind.kind, await load(kind)] as const));
  return Object.fromEntries(loaded) as Record<Kind['kind'], LoadedKind>;
}

async function load({ render, payload, ...kind }: MessageKind): Promise<LoadedKind> {
  const made = await render();
  const parsed = <Context extends { row: { payload: unknown } }>(context: Context) => ({
    ...context,
    payload: payload.parse(context.row.payload),
  });
  const { mail, platformMail, text, lockSeries } = made;
  return {
    ...kind,
    ...(mail && { mail: async (context) => mail(parsed(context)) }),
    ...(platformMail && { platformMail: async (context) => platformMail(parsed(context)) }),
    ...(text && { text: async (context) => text(parsed(context)) }),
    ...(lockSeries && { lockSeries }),
  };
}
