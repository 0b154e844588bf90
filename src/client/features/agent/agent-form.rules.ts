import type { AgentSettings, AgentSettingsInput, OpenHours } from '#shared/features/agent/agent.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { WEEK } from '../../lib/week.ts';

/**
 * The settings as typed. Switches are 'on' or ''. Each day has an opening and a closing time. Both are '' if the
 * company is closed that day.
 */
export type AgentForm = Record<
  | 'widget'
  | 'estimatePage'
  | 'sms'
  | 'email'
  | 'hours'
  | 'tone'
  | 'forbiddenTopics'
  | 'budget'
  | `${'from' | 'to'}.${number}`,
  string
>;

const ON = 'on';
export const switchText = (on: boolean): string => (on ? ON : '');
export const isOn = (text: string): boolean => text === ON;

/** The default hours for a day when it's switched to open. */
export const USUAL_HOURS = { from: '08:00', to: '17:00' };

const firstOf = (hours: readonly OpenHours[], day: number): OpenHours | undefined =>
  hours.find((each) => each.day === day);

export const agentFormOf = (stored: AgentSettings): AgentForm => ({
  widget: switchText(stored.widget),
  estimatePage: switchText(stored.estimatePage),
  sms: stored.sms,
  email: stored.email,
  hours: stored.hours,
  tone: stored.tone,
  forbiddenTopics: stored.forbiddenTopics,
  budget: String(stored.monthlyBudgetCents / 100),
  ...Object.fromEntries(
    WEEK.flatMap((_name, day) => {
      const open = firstOf(stored.openHours, day);
      return [
        [`from.${day}`, open?.from ?? ''],
        [`to.${day}`, open?.to ?? ''],
      ];
    }),
  ),
});

const dollars = (text: string): number => Number(text.replaceAll(/[$,\s]/g, ''));

/** Returns the errors by field. */
export function agentFaults(form: AgentForm): FieldErrors {
  const faults: FieldErrors = {};
  const budget = form.budget.trim() === '' ? Number.NaN : dollars(form.budget);
  if (!(budget >= 0 && budget <= 10_000)) faults['budget'] = 'Enter an amount from $0 to $10,000';
  if (form.tone.length > 300) faults['tone'] = 'Use at most 300 characters';
  if (form.forbiddenTopics.length > 1_000) faults['forbiddenTopics'] = 'Use at most 1,000 characters';
  for (const day of WEEK.keys()) {
    const [from, to] = [form[`from.${day}`] ?? '', form[`to.${day}`] ?? ''];
    if ((from === '') !== (to === ''))
      faults[from === '' ? `from.${day}` : `to.${day}`] = 'Enter a time, such as 9:00 AM';
    else if (from !== '' && from >= to) faults[`to.${day}`] = 'Enter a time after the opening time';
  }
  return faults;
}

const modeOf = (text: string): AgentSettings['sms'] => (text === 'draft' || text === 'auto' ? text : 'off');

/**
 * Returns the settings to save. A day can have more opening periods than the form shows. The extra periods are saved
 * unchanged as long as the day is open.
 */
export const agentSettingsOf = (form: AgentForm, stored: AgentSettings): AgentSettingsInput => ({
  widget: isOn(form.widget),
  estimatePage: isOn(form.estimatePage),
  sms: modeOf(form.sms),
  email: modeOf(form.email),
  hours: form.hours === 'closed' ? 'closed' : 'always',
  tone: form.tone,
  forbiddenTopics: form.forbiddenTopics,
  monthlyBudgetCents: Math.round(dollars(form.budget) * 100),
  openHours: [...WEEK.keys()].flatMap((day) => {
    const [from, to] = [form[`from.${day}`] ?? '', form[`to.${day}`] ?? ''];
    if (from === '') return [];
    return [{ day, from, to }, ...stored.openHours.filter((each) => each.day === day).slice(1)];
  }),
});

/** Describes each mode for texts or emails. */
export const MODE_WORDS: Record<AgentSettings['sms'], string> = {
  off: 'You answer every message yourself.',
  draft: 'The agent adds a draft answer to the lead. The draft isn’t sent until you send it.',
  auto: 'The agent answers automatically and says that it’s automated. Opt-outs, texting hours and daily limits still apply.',
};
