import { anyOf, phrases } from './plain-words.rules.ts';

/** All patterns here match clauses in the form that `plainWords` returns. */

/** What the company sends. Calls aren't among them: 'cancel the call' is about an appointment. */
const SENT = anyOf(
  'texts?|messages?|sms|mms|dms?|emails?|mails?|mailings?|newsletters?|reminders?|notifications?|alerts?|followups?|follow up',
  'communications?|correspondence|solicitations?|ads?|advertisements?|promos?|promotions?|marketing|pings?|nudges?|spam|junk mail',
  'blasts?|check ins?|robocalls?|robo calls?|robo texts?|robotexts?|subscription|text alerts?',
);
const CONTACT = anyOf(SENT, '(?:phone )?calls?|contact|outreach|updates?|harassment');

/** What the company does to the homeowner: '(stop) texting'. */
const DOING = anyOf(
  'texting|messaging|emailing|mailing|contacting|calling|reminding|following up|follow up|writing|bothering|bugging|pestering',
  'spamming|harassing|hounding|hassling|annoying|pinging|nudging|reaching out|blowing up|blowing (?:me|us|my \\w+|this \\w+) up|soliciting|stalking|disturbing|nagging',
  'buzzing|dming|checking in|hitting (?:me|us) up|advertising|sms',
);
const SENDING =
  'sending(?: (?:me|us|out|to (?:me|us|this number)))? (?:these|those|this|that|them|stuff|things|anything|so many|crap|shit|junk|this stuff)';

/** Words between 'stop' and what is to stop. */
const BETWEEN = `(?: ${anyOf(
  'with|all|any|the|these|those|this|that|them|your|sending|getting|receiving|making|me|us|please|further|future|more|automated|auto',
  'automatic|constant|constantly|daily|weekly|endless|repeated|so|many|much|of|from|to|for|out|every|always|just|trying|continually',
  'marketing|sales|promotional|text|email|phone|unwanted|unsolicited|bot|robot|ai|spammy|immediately|attempting|keep|you|and|now|right',
  'damn|damned|fucking|fuckin|freaking|frickin|stupid|annoying|bloody|goddamn|silly|pointless|followup',
)}){0,6}`;

/** Somebody else or the homeowner is the one who stops: 'I’ll stop texting now', 'they stop calling at 5'. */
const OTHERS_STOP = '(?<!(?:i|we|ill|they|he|she|it|id)(?: (?:can|will|could|would|should|might|must|may|just|did))? )';
/** 'Don't stop', 'can't stop'. */
const NEVER_STOP = '(?<!(?:dont|didnt|doesnt|never|wont|cant|couldnt|wouldnt|shouldnt|not|without)(?: \\w+)? )';

const ME = anyOf(
  'me|us|my (?:phone|number|cell|cellphone|mobile|email|inbox|address)|this (?:number|phone|address|email|line|cell)|our (?:phone|number|email|address|inbox)|to me|to us|with me|with us',
);
const MORE =
  'anymore|again|ever|ever again|at all|further|no more|any longer|in the future|going forward|from now on|moving forward';
/** A limit or another object: 'don’t text me before 8', 'don’t send me the plan'. The contractor decides. */
const LIMIT = anyOf(
  'until|till|til|before|after|when|while|if|unless|at|on|during|in|tomorrow|today|tonight|this|about|the|a|an|that|my|your|his|her|with',
  'from|but|because|yet|just|for|so|too|to|or it|via|by|through|first|ahead',
);
const NO_LIMIT = `(?! ${LIMIT}(?: |$))`;
const CONTACTS =
  'text|message|contact|bother|bug|pester|spam|ping|harass|disturb|remind|solicit|dm|nag|annoy|buzz|sms|hit';
const NEVER = '(?:dont|never)(?: (?:you|ever|even|please|again|keep|continue to|be|try to|bother to|bother|dare))*';
const KEEPS = anyOf(
  'texting|messaging|emailing|mailing|contacting|calling|sending|reminding|following up|writing|bothering|bugging|pestering|reaching out|checking in',
);

/** Where a name or number is to be removed from. */
const LIST = anyOf(
  'of|off|out|from|your|the|this|these|that|all|any|every|whatever|calling|texting|text|email|emailing|mailing|contact|contacts|call',
  'marketing|sms|messages?|texts?|emails|distribution|followups?|reminders?|thing|stuff|crap|list|lists|database|system|records?|files?',
  'phone|book|campaign|group|chat|thread|spam|subscription|please|now|immediately|asap|right|thanks|thank|you|and|it',
);
const OFF = anyOf('remove|delete|take|drop|scratch|scrub|cross|strike|erase|get|pull|wipe|purge|leave|keep|forget');
const MY_DATA =
  'my (?:name|number|phone(?: number)?|cell|info|information|data|contact|email(?: address)?|address|details)';

/** Certain: nobody who reads this doubts that the homeowner wants no more messages. */
export const CERTAIN_EN = phrases([
  `${NEVER_STOP}${OTHERS_STOP}(?:stop|quit|cease|desist|refrain|discontinue|knock (?:it )?off|cut (?:it )?out|lay off)${BETWEEN} (?:${CONTACT}|${DOING}|${SENDING})`,
  `${NEVER_STOP}(?:stop|quit) sending(?: (?:me|us|to me|to us|it|please|anymore|now))*$`,
  `(?:end|cancel|halt|terminate|suspend|discontinue|kill|shut off|turn off)(?: (?:all|any|the|these|those|this|your|further|future|more|my|automated|auto|damn|fucking|text|email))* ${SENT}(?! (?:plan|me|us))`,
  `${NEVER} (?:${CONTACTS})(?: ${ME})? (?:${MORE})`,
  `${NEVER} (?:${CONTACTS}) (?:me|us|to me|to us|this (?:number|phone|line|cell)|our (?:phone|number))${NO_LIMIT}`,
  `${NEVER} (?:call|email|mail|write|phone|ring|send|follow up|followup|reach out|check in|come back|hit me up|try)(?: ${ME}| (?:anything|stuff|these|those|this|any|more|messages?|texts?|emails?|reminders?|followups?|on|to|it))* (?:${MORE})`,
  `${NEVER} (?:follow up|followup|reach out|check in)(?: (?:with|to|on) (?:me|us|this))?$`,
  `${NEVER} (?:keep |be )?${KEEPS}(?: ${ME})?(?: ${MORE})?(?=$| please| because| or)`,
  `(?:no need|you dont (?:need|have)|dont need|there is no need|theres no need)(?: (?:for|you))* to (?:keep|continue(?: to)?)(?: on)? ${KEEPS}`,
  `(?:no need|you dont (?:need|have)|dont need)(?: (?:for|you))* to (?:${CONTACTS}|email|call|write|follow up|followup|reach out|check in|send)(?: ${ME}| (?:anything|these|those|any|more|texts?|messages?|emails?|reminders?))* (?:${MORE})`,
  `(?<!(?:got|gotten|get|received|receive|seen|see|had|have|are|were|is|getting|there|gets|be) )(?:no|zero|not another|not one) (?:more|further|additional|other|future|single|new|damn|fucking)(?: (?:of|the|these|those|this|your|such|automated|damn|fucking|stupid|annoying|marketing|sales|fence))* ?${CONTACT}(?! (?:box|slot|plan|yet|about|regarding|on|needed|from you|came|come|today|with|for|me|us|info|person|information|number|required|necessary|in)\\b)`,
  `(?:no need|there is no need|theres no need) for(?: (?:any|more|further|future|additional|the|these|those|all|your|such|of))* ${SENT}`,
  `(?:enough|thats enough|that is enough)(?: (?:of|with|the|these|those|your|already))* ${SENT}(?: (?:already|please|now|thanks))?$`,
  `(?:no|zero|not another) more(?: (?:of|the|these|those|this|your|such))* ${CONTACT} (?:from you|needed|for me|about this|required|necessary)`,
  `(?<!you )(?:dont|didnt|no longer|not|wouldnt|never)(?: (?:really|even|ever|longer))? (?:want|wanting|wish|care|need|like|interested)(?: (?:for|in|to|get|getting|receive|receiving|see|seeing|hear|have|any|anymore|more|further|future|these|this|those|your|such|of|all|the|from|me|us|being|be)){0,8} (?:texts?(?! on)|messages|emails|mailings|newsletters?|reminders|followups|notifications|alerts|sms|communications?|correspondence|spam|contacted|texted|messaged|emailed|bothered|reminded|solicited|called anymore|on (?:your|this|the) list|(?:these|those) anymore)`,
  `(?:dont|didnt|no longer|not|wouldnt) (?:want|wish|care|like|need)(?: to)?(?: ever)? (?:hear from|hear anything from|you (?:to )?(?:text|contact|call|message|email|write|bother|send|reach))`,
  `${OFF} (?:me|us|${MY_DATA}|our (?:name|number|info|email)|this (?:number|phone|contact|email|address|name|cell|line)|it)(?: please| now)? (?:off|from|out of)(?: ${LIST})*$`,
  `(?:remove|delete|erase|wipe|purge) (?:${MY_DATA}|my (?:email|phone|number|name|info) from|this (?:number|phone|contact|address)|our (?:name|number|info|information|email))(?! (?:box|from the (?:estimate|quote)))`,
  `${OFF} (?:me|us)? ?(?:off|from) (?:of )?(?:your|this|the|that|all|any|these) (?:\\w+ )?(?:lists?|database|texts?|messages|emails|records)`,
  '(?:i|we) (?:want|wish|need|would like|demand|ask|asked|request|requested)(?: you)? (?:to be|being|to get) (?:removed|taken off|deleted|unsubscribe)(?! (?:are|is|from the (?:quote|estimate)))',
  '(?<!stop to )opt (?:me |us )?out(?: of (?:this|it|these|them|your|all|the (?:list|texts|emails|messages)).*)?$|opting out$',
  '(?:text|reply|say|send|type|typing|texting|saying|said|sent|replied) stop(?: (?:means?|is) stop)?$|stop (?:means?|is) stop',
  'lose (?:my|this|our) (?:number|phone|email|contact|info)',
  '(?:please |just )?(?:leave|let) (?:me|us|my family|my husband|my wife) (?:alone|be|the (?:hell|fuck) alone|in peace)',
  '(?:revoke|withdraw|rescind|retract|pull)(?:ing)? (?:my|our|all|any) (?:consent|permission|authorization)',
  '(?:cease|desist)(?: (?:and desist|immediately|now|please|at once|all|from))*$',
]);

/** The words of a clause that consists of a keyword and nothing else that matters: 'STOP means stop', 'kindly desist'. */
const KEYWORD = new Set(['stop', 'unsubscribe', 'desist', 'cease', 'optout', 'stopall']);
const BESIDES = new Set(
  `text reply just please kindly now right this all everything immediately at once asap damn fucking ok okay hey hi hello thanks thank you sir
  maam man dude bro guys already yes yeah no nope seriously really for real final last the word is means mean god sake gods sakes christ lord
  lol wtf omg ffs smh jfc bruh yo team friend friends folks forever permanently pretty good day kind regards sincerely respectfully me us them
  jesus hell fuck fucks dammit goddamn ugh enough completely entirely totally altogether and with it would could can will to do i said repeat
  again mean want need request wish must dear company acme fence from`.split(/\s+/),
);
const NO_WISH =
  /\b(?:i|we|it|they|he|she|to) (?:can |could |will |would )?stop\b|\b(?:this|it|me|them|for|do|does|did) stop\b|\bstop (?:me|us|them|for|and|from|to|word)\b/;

/** Whether a clause is only a keyword with courtesies and curses around it. */
export const isBareKeyword = (clause: string): boolean => {
  const words = clause.split(' ');
  return (
    words.some((word) => KEYWORD.has(word)) &&
    words.every((word) => KEYWORD.has(word) || BESIDES.has(word)) &&
    !NO_WISH.test(clause)
  );
};

const OTHER_STOPS = anyOf(
  'bus|truck|train|full|pit|school|door|gate|non|next|last|first|short|back|dead|one|rest|quick|pull|hard|post|trolley|trash|mail|water|wind|wheel|car|tram|subway|metro|lunch|transit|weather|rain',
);
const SUBJECTS = anyOf(
  'fence|fences|fencing|line|lines|run|runs|section|sections|panel|panels|it|that|they|gate|gates|wall|walls|posts?|boards?|rails?|property|hedge|driveway',
  'side|sides|border|pickets?|lattice|neighbors?|dogs?|bus|buses|trucks?|crew|guys|driver|he|she|i|we|ill|kids|people|cars|which|what|where|who|rain|wind',
);
const ACTS = anyOf(
  'wasting|trying|asking|doing|playing|using|selling|tracking|pushing|acting|being|having|lying|scamming|phishing|trolling|pretending',
  DOING,
  'sending',
);
const OWN_NONSENSE = anyOf(
  'bs|bullshit|nonsense|madness|insanity|harassment|abuse|crap|shit|process|service|program|automation|bot|bots|robot|thing|things|campaign|stuff|everything|sales|pressure|pitch|whole',
  'project|job|estimate|quote|request|order|conversation|thread|chat|subscription',
  CONTACT,
  ACTS,
);

/** Uses of 'stop' in the trade and in everyday talk. They are taken out of a clause before the rest is judged. */
export const INNOCENT_EN = phrases([
  `${OTHER_STOPS} stops?`,
  '(?<!(?:why|if|when|since|unless|you|because) )(?:dont|didnt|doesnt|never|wont|cant|couldnt|wouldnt|shouldnt|not|without)(?: (?:you|please|ever|just|even|want to|let (?:me|us|it|that|them)))? (?:stop|quit)(?: (?:now|it|the|this|that|here))?',
  `${SUBJECTS}(?: (?:should|would|will|must|has to|have to|needs to|need to|can|could|does|did|do|to|might|may|just|all|also|only|really))* stop`,
  'does|did|could(?: the| it| they| he| she| we| i)? stop',
  `stop (?:by|at|in|over|off|out|past|around|here|there|before|after|near|short|about|along|where|on|between|behind|when|flush|even|beyond|halfway|midway|inside|outside|next|under|above|below|up|down|against|across|just (?:at|before|short|past|shy)|right (?:at|before|there|where|by|here))`,
  'stop (?:\\d+|a (?:foot|few|couple|bit|minute|moment|second)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|tonight|today|sometime|anytime|early|late|later|soon|this (?:morning|afternoon|evening|week|weekend|coming))',
  'stop (?:signs?|lights?|line|block|work|sale|gate|bolt|post|rail|watch|gap|shop)',
  'stop (?:and|to|n) (?:look|see|measure|take|check|talk|give|knock|ring|say|chat|get|pick|drop|visit|show|walk|discuss|meet|grab|unload|eat|think)',
  'stop \\w+ (?:at|by|near|before)',
  'cease (?:work|construction|operations|digging)',
  'stop for (?:a|an|the|lunch|coffee|measurements?|measuring|gas|one|\\d+)',
  'stop (?:\\w+ ){1,3}from',
  'stop (?:dogs?|cats?|kids?|children|deer|coyotes?|people|animals|cars?|traffic|water|wind|erosion|noise|sound|critters|rabbits|chickens|goats|cows|horses|toddlers?|neighbors?|balls?|wildlife|intruders|thieves|runoff|flooding|snow|mud|weeds|theft|trespassers)',
  `stop (?:the|my|our|his|her|their|a|an|any|all|every|that|him|her|them) (?!${OWN_NONSENSE}(?: |$))(?:\\w+)`,
  `(?:stop|quit) (?!${ACTS}(?: |$))\\w+ing`,
  'we (?:can|could|should|will|might)? ?stop',
]);

/** Words that may ask to stop. Whatever is left of them in a clause needs a person. */
export const DOUBT_EN = phrases([
  'stop|cease|desist|refrain|unsubscribe|opt out|optout|opted out|opting out',
  'quit(?: (?:it|this|that|now|please|already))?$|^(?:please |just )quit',
  `(?:pause|hold(?: off)?(?: on)?|hold off on|ease up on|ease off|slow down(?: on| with)?|cool it(?: with)?|chill(?: out)?(?: with)?|lay off|back off|enough (?:of|with)|cut (?:back|down) on|fewer|less|not so many|easy with|limit|mute|silence)(?: (?:the|these|those|all|of|your|this|with|a|bit|little))* ${CONTACT}`,
  `(?:too many|so many|tired of|sick of|annoyed (?:by|with|at)|fed up with|overwhelmed (?:by|with)|done with|hate|(?<!you )dont like|dont appreciate|unwanted|unsolicited|bombarded (?:by|with)|flooded with)(?: (?:the|these|those|all|of|your|this|getting|receiving|you|fucking|damn|stupid|constant))* (?:${CONTACT}|${DOING})`,
  'knock it off|cut it out|give it a rest|give it up|lay off|back off|beat it|scram|shoo|get a life|shut up|shut it|stfu|go to hell|f off|fuck (?:off|you|this|u)|screw (?:you|off)|bugger off|piss off|buzz off|eff off|bite me|move along|leave it alone|go bother|nunya|fu$',
  'leave (?:me|us|him|her|them|my \\w+) alone',
  '(?:want|wants|need|like|let|get|getting)(?: (?:me|us|to be|to get))* (?:off|out)(?: of)?(?: (?:this|the|that|your|all|any))* (?:\\w+ )?lists?|^(?:(?:please|just) )*off (?:this|the|that|your) (?:\\w+ )?list',
  '(?:want|need) (?:off|out)(?: of (?:this|it|these|here))?(?: please| now| thanks)*$|(?:count|leave) (?:me|us) out(?: of (?:this|it))?$|^(?:please |just )?drop (?:me|us)$|^(?:(?:im|were) )?(?:all )?done with (?:this|it|you|you guys)$|^(?:please |just )?(?:halt|exit|mute|dnd)(?: please| now)*$',
  '(?:dont|never|please no|do not ever) (?:ever )?(?:text|message|email|mail|contact|bother|write|remind|spam|disturb)(?: me| us)?(?! the (?:hoa|city|neighbor))',
  '(?:dont|never) (?:ever )?(?:call|phone|ring) (?:me|us)|(?:dont|never) (?:follow up|followup|reach out|check in|send (?:me|us)? ?(?:any|these|more|anything))',
  `no need to (?:${CONTACTS}|email|follow up|followup|reach out|check in|send|call)(?! (?:first|ahead|before|when|if))`,
  'not interested(?! in)|no interest|no longer interested|no thank you|no thanks|no thx|no ty|hard pass|ill pass|well pass|not now|no longer (?:want|need)|changed (?:my|our) mind|dont want (?:it|this|that|anything|a fence|any of (?:it|this))',
  '(?:cancel|end|terminate) (?:everything|it all|all|this|that|my|our|these|the (?:estimate|quote|job|project|order|request|whole|service|contract|account|appointment|visit|meeting))|^(?:please |pls |just |i want to |id like to |can you |you can )*cancel(?: please| it| everything| now)*$',
  '^(?:please |just |kindly )?(?:remove|delete|block|end|enough|leave|off|out)(?: please| now| this| it| me| us| already)*$|(?:wrong|not \\w+|isnt \\w+|not him|not her).*(?:remove|delete)$',
  '(?:please|kindly|just) (?:remove|delete)(?: (?:this|it|me|us))?$|^(?:remove|delete) (?:this|it)$|(?:remove|delete|erase) (?:this|the|that) (?:contact|thread|conversation|chat|account|profile|message)',
  '(?:remove|take|get|keep|drop|delete) (?:me|us|my name|my number) (?:off|from|out of)(?! (?:the )?(?:schedule|calendar|waiting|waitlist|route|hook))',
  'go away(?! (?:for|on|until|this|next|in))|get lost$|do not disturb',
  '(?:annoying|annoyed|creepy|rude|unprofessional|ridiculous|harass\\w*|stalk\\w*|bother\\w*) (?:me|us|texts?|messages?|emails?|bot|calls?)|(?:you are|this is|its|thats|your) (?:so |very |really |getting |just |being )*(?:annoying|harassment|creepy|ridiculous|harassing|spam|a scam|spamming)',
  '(?:how|where)(?:d| did) (?:you|they) (?:get|find|obtain) (?:my|this|our)|who gave you|why (?:are|do) you (?:keep|texting|messaging|contacting|calling|emailing|sending|text|contact|call|message)|why am i (?:getting|receiving|on)|why do i keep getting',
  '(?:never|didnt|not) (?:ask|asked|request|requested|inquire|inquired|sign|signed|fill|filled|submit|submitted|contact|contacted|consent|consented|agree|agreed|subscribe|authorize|authorized)(?: (?:for|to|up|out|in))?(?: (?:for|to))? ?(?:this|these|any of this|a quote|an estimate|quotes|texts|information|be |it$|anything|about a fence|any|you|your|get|receive|$)',
  'if (?:you|i) (?:dont|get|text|message|contact|call|email|hear)(?: \\w+){0,4} (?:stop|again|one more|another)|you (?:never|wont|dont|cant) (?:ever )?(?:stop|quit)|why (?:dont|wont|cant) you (?:stop|quit)|when will you (?:stop|quit)',
  `not sure (?:\\w+ ){0,4}(?:want|need|like|care)(?: \\w+){0,4} ${CONTACT}`,
  'too (?:pushy|much pressure)|quit being|no more(?: (?:please|thanks|of (?:it|this|these|that)|from you))*$|^(?:nah|nope|no)(?: (?:no|nah|thanks|im good|were good|thank you))+$|^im good$',
  `(?:text|message|email|contact|call) (?:me |us )?less|(?:you|to) (?:text|message|email|call|contact)(?: (?:me|us))? (?:too|so|way) (?:much|many|often)|^(?:please|just) dont$`,
  'reply stop|do not reply|^(?:so |very |how |ugh |really )*annoying$|(?:texts|messages|emails|reminders|calls|alerts) (?:are|is|get) (?:so |very |really |getting |just |too )*(?:annoying|too much|out of hand|ridiculous|excessive|a lot)|(?:text|message|email|call) (?:me )?(?:a lot|all the time|constantly|every day|nonstop)|enough (?:texting|messaging|emailing|calling)|(?:be|get|have) (?:this|these|it|them)? ?stopped|dont (?:need|want) (?:this|it|these|any of (?:it|this))(?: anymore)?$|(?:how|where|is there|any way|way)(?: \\w+){0,4} (?:unsubscribe|opt out)|txt stop|text stop',
]);
