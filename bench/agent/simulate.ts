import type { Asked, GuidedCompany, ToldPrice } from '#core/features/agent/guided/guided-state.ts';
import { newState } from '#core/features/agent/guided/guided-state.ts';
import { answerMessage } from '#core/features/agent/guided/answer-message.ts';
import { companyWith } from './company.ts';
import { INTRODUCTIONS, INTRODUCTIONS_IN_SPANISH } from './people.ts';
import type { Talk, WantedFence } from './talks.ts';

/** One message and what came back. */
export interface Turn {
  said: string;
  /** Whether a person must take over at this message. */
  handoverDue: boolean;
  text: string;
  price: ToldPrice | null;
  lead: boolean;
  handover: boolean;
  /** What the answer asks for, if that is known. */
  asked: Asked | null;
}

/** Answers one message; a conversation's messages go to the same one. */
export type Speaker = (text: string) => Turn | Promise<Turn>;

/** Longer than any conversation that goes somewhere. */
const MOST_TURNS = 14;

/**
 * Lets the homeowner of a written conversation talk: first what they say unasked, then answers to what they are asked.
 * `at` is the conversation's number, by which people introduce themselves differently. Ends when nothing is left to say.
 */
export async function converse(talk: Talk, at: number, speak: Speaker): Promise<Turn[]> {
  const turns: Turn[] = [];
  const left = { ...talk.answers };
  const introductions = /español|spanish/.test(talk.name) ? INTRODUCTIONS_IN_SPANISH : INTRODUCTIONS;
  let introduction: string | undefined = introductions[at % introductions.length];
  const wantsPrice = talk.ending.kind === 'lead' || talk.ending.kind === 'unpriced-lead';

  // who is asked for what they have said, or wasn't understood, says it once more in the plainest words
  const plainly: Partial<Record<Asked, string>> = 'fence' in talk.ending ? plainAnswers(talk.ending.fence) : {};
  const reply = (asked: Asked | null): string | undefined => {
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
  // what a person wants to add goes before their answers: they write when they think of it
  for (const { text, handoverDue } of unasked) await say(text, handoverDue);
  for (let next = reply(turns.at(-1)?.asked ?? null); next !== undefined && turns.length < MOST_TURNS;) {
    await say(next, false);
    next = reply(turns.at(-1)?.asked ?? null);
  }
  return turns;
}

const plainAnswers = ({ feet, material, gates }: WantedFence): Partial<Record<Asked, string>> => ({
  feet: `${feet} feet`,
  material,
  gates: `${gates}`,
});

/** The guided conversation, as a pure function. */
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
