import { localTimeOf } from '../../primitives/local-date.ts';
import type { AgentChannel, AgentMode, AgentSettings, OpenHours } from './agent.schema.ts';

const SETTING = { widget: 'widget', estimate_page: 'estimatePage', sms: 'sms', email: 'email' } as const;
type SettingOf<Channel extends AgentChannel> = (typeof SETTING)[Channel];

/**
 * Whether the agent answers in a channel at a given time. If `hours` is 'closed', the agent answers only while the
 * company is closed. A company without opening hours is always closed. The opening hours are in the company's own
 * `zone`, so they follow daylight saving time.
 */
export const agentAnswersHere = <Channel extends AgentChannel>(
  settings: Pick<AgentSettings, SettingOf<Channel> | 'hours' | 'openHours'>,
  channel: Channel,
  { now, zone }: { now: Date; zone: string },
): boolean => {
  const mode: boolean | AgentMode = settings[SETTING[channel]];
  const isOn = mode !== false && mode !== 'off';
  return isOn && (settings.hours === 'always' || !isOpenAt(settings.openHours, { now, zone }));
};

/**
 * Returns whether a company with these opening hours is open at `now`. An opening period includes `from` but not `to`.
 * Throws RangeError if the time zone is invalid.
 */
export const isOpenAt = (hours: readonly OpenHours[], { now, zone }: { now: Date; zone: string }): boolean => {
  const { weekday, minutes } = localTimeOf(now, zone);
  return hours.some(({ day, from, to }) => day === weekday && minutesOf(from) <= minutes && minutes < minutesOf(to));
};

/** Converts a time to minutes after midnight: '08:30' → 510, '24:00' → 1440. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
