import type { MessageProviderName } from '#shared/features/admin/admin-failures.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { endPause } from '../delivery/providers/provider-states.repository.ts';
import { type Actor, recordAct } from './audit.ts';

const NAME = { twilio: 'Twilio', smtp: 'Email server' } as const;

/**
 * Ends a provider's pause. The next sweep then tries to send one message. Throws CONFLICT if the provider isn't paused.
 */
export const tryProvider = (
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  by: Actor,
  provider: MessageProviderName,
): Promise<void> =>
  system.transaction().execute(async (tx) => {
    if (!(await endPause(tx, provider)))
      throw new AppError('This service has recovered. No messages are waiting for it', 'CONFLICT');
    await recordAct(tx, {
      by,
      action: 'provider.try_now',
      on: { kind: 'provider', id: provider, name: NAME[provider] },
      at: clock.now(),
    });
  });
