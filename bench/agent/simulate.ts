import type { Asked, GuidedCompany, ToldPrice } from '#core/features/agent/guided/guided-state.ts';
import { newState } from '#core/features/agent/guided/guided-state.ts';
import { answerMessage } from '#core/features/agent/guided/answer-message.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { companyWith } from './company.ts';
import { INTRODUCTIONS, INTRODUCTIONS_IN_SPANISH } from './people.ts';
import type { Talk, WantedFence } from './talks.ts';

/** One message and its answer. */
export interface Turn {
  said: string;
  /** Whether a person must take over after this message. */
  handoverDue: boolean;
  text: string;
  price: ToldPrice | null;
  lead: boolean;
  handover: boolean;
  /** The information that the answer requests from the homeowner, if known. */
  asked: Asked | null;
}

/** Answers a message. All messages in a conversation have the same speaker. */
export type Speaker = (text: string) => Turn | Promise<Turn>;

/** The maximum number of turns. Successful conversations need fewer. */
const MOST_TURNS = 14;

/**
 * Plays the homeowner in a scripted conversation and returns the turns. The homeowner sends the unprompted messages
 * first and then answers the agent's questions. The conversation ends when the homeowner has nothing left to say. `at`
 * is the conversation's number. It selects how the homeowner introduces themselves.
 */
export async function converse(talk: Talk, at: number, speak: Speaker): Promise<Turn[]> {
  const turns: Turn[] = [];
  const left = { ...talk.answers };
  const introductions = /español|spanish/.test(talk.name) ? INTRODUCTIONS_IN_SPANISH : INTRODUCTIONS;
  let introduction: string | undefined = introductions[at % introductions.length];
  const wantsPrice = talk.ending.kind === 'lead' || talk.ending.kind === 'unpriced-lead';

  // a homeowner who wasn't understood or is asked again repeats the answer in the simplest words
  const plainly: Partial<Record<Asked, string>> = 'fence' in talk.ending ? plainAnswers(talk.ending.fence) : {};
  const reply = (asked: Asked | null): string | undefined => {
    if (asked === 'confirm') return 'fence' in talk.ending ? confirmation(turns, talk.ending.fence) : undefined;
    const what = asked === 'name' ? 'reach' : asked;
    if (what !== null && what !== 'more' && left[what] !== undefined) {
      const said = left[what];
      delete left[what];
      return said;
    }
    const again = what === null ? undefined : plainly[what];
    if (again !== undefined) {
      delete plainly[what as keyof typeof plainly];
      return again;
    }
    if (what !== 'reach' || !wantsPrice || talk.answers.reach !== undefined) return undefined;
    const said = introduction;
    introduction = undefined;
    return said;
  };
  const say = async (text: string, handoverDue: boolean): Promise<void> => {
    turns.push({ ...(await speak(text)), said: text, handoverDue });
  };

  const [first, ...unasked] = talk.says;
  if (first === undefined) throw new Error(`${talk.name} says nothing`);
  await say(first.text, first.handoverDue);
  // unprompted messages come before the answers, because people send them as soon as they think of them
  for (const { text, handoverDue } of unasked) await say(text, handoverDue);
  for (let next = reply(turns.at(-1)?.asked ?? null); next !== undefined && turns.length < MOST_TURNS;) {
    await say(next, false);
    next = reply(turns.at(-1)?.asked ?? null);
  }
  return turns;
}

/** Answers a question about the length that the agent understood. */
const confirmation = (turns: readonly Turn[], { feet }: WantedFence): string =>
  [formatFeet(feet), formatFeet(feet, 'es')].some((length) => turns.at(-1)?.text.includes(length))
    ? 'yes'
    : `${feet} feet in all`;

const plainAnswers = ({ feet, material, gates }: WantedFence): Partial<Record<Asked, string>> => ({
  feet: `${feet} feet`,
  material,
  gates: `${gates}`,
});

/** Returns a speaker for the guided agent, which is a pure function. */
export function guidedSpeaker(talk: Talk, company: GuidedCompany = companyWith(talk.setting)): Speaker {
  let state = newState('en');
  return (text) => {
    const answered = answerMessage(state, text, company);
    state = answered.state;
    return {
      said: text,
      handoverDue: false,
      text: answered.text,
      price: answered.price,
      lead: answered.lead,
      handover: answered.handover !== null,
      asked: state.asked,
    };
  };
}
