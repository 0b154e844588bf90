import { useState } from 'react';
import { DEFAULT_PUSH, type PushChoices } from '#shared/features/push/push.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { type PushAbility, pushAbility, subscribeBrowser, unsubscribeBrowser } from './push-browser.ts';

/** This browser's notification settings, and the user's other devices. Changes are saved immediately. */
export const usePush = () => {
  const utils = trpc.useUtils();
  const settings = trpc.push.settings.useQuery();
  const [ability, setAbility] = useState<PushAbility>(pushAbility);
  const [turning, setTurning] = useState(false);
  const refresh = () => utils.push.settings.invalidate();
  const subscribe = trpc.push.subscribe.useMutation();
  const forget = trpc.push.forget.useMutation({ onSettled: refresh });
  const update = trpc.push.update.useMutation({
    onMutate: ({ deviceId, choices }) =>
      utils.push.settings.setData(
        undefined,
        (view) =>
          view && {
            ...view,
            devices: view.devices.map((device) => (device.id === deviceId ? { ...device, choices } : device)),
          },
      ),
    onError: (error) => sayFailed('We couldn’t save your choice', error),
    onSettled: refresh,
  });
  const own = settings.data?.devices.find(({ current }) => current);

  const turnOn = async (publicKey: string): Promise<void> => {
    const given = await subscribeBrowser(publicKey);
    setAbility(pushAbility());
    if (!given) return;
    await subscribe.mutateAsync({ ...given, choices: DEFAULT_PUSH });
    await refresh();
    toast.done('Notifications are on');
  };
  const turnOff = async (deviceId: string): Promise<void> => {
    await forget.mutateAsync({ deviceId });
    await unsubscribeBrowser();
    toast.done('Notifications are off');
  };
  return {
    settings,
    ability,
    own,
    others: settings.data?.devices.filter(({ current }) => !current) ?? [],
    turning,
    turn: (on: boolean): void => {
      if (turning || !settings.data) return;
      setTurning(true);
      const work = on ? turnOn(settings.data.publicKey) : own ? turnOff(own.id) : Promise.resolve();
      work
        .catch((error: unknown) => sayFailed(`We couldn’t turn notifications ${on ? 'on' : 'off'}`, error))
        .finally(() => setTurning(false));
    },
    choose: (choices: PushChoices): void => {
      if (own) update.mutate({ deviceId: own.id, choices });
    },
    forget: (deviceId: string): void => forget.mutate({ deviceId }),
  };
};

export type Push = ReturnType<typeof usePush>;
