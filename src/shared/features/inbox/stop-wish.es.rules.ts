import { anyOf, phrases } from './plain-words.rules.ts';

/** All patterns here match Spanish clauses without accents, in the form that `plainWords` returns. */

const SENT = anyOf(
  'mensajes?|mensajitos?|textos?|sms|correos?|emails?|mails?|llamadas?|recordatorios?|notificaci(?:on|ones)|avisos|publicidad|propaganda',
  'promociones|spam|whatsapps?|whats|anuncios|boletines|seguimientos?|comunicaciones',
);
const TO_ME = '(?:me|nos|le|les|melo|noslo|melos|a mi)?';
const SEND = `(?:mandar|enviar|escribir|textear|mensajear|llamar|molestar|contactar|fastidiar|joder|chingar|acosar|recordar|insistir|spamear|hostigar|buscar|estar (?:mandando|enviando|escribiendo|llamando|molestando|texteando))${TO_ME}`;
const SENDS = anyOf(
  'mand(?:e|en|es)|envi(?:e|en|es)|escrib(?:a|an|as)|text(?:ee|een|ees)|mensaje(?:e|en|es)|llam(?:e|en|es)|molest(?:e|en|es)|contact(?:e|en|es)',
  'fastidi(?:e|en|es)|insist(?:a|an|as)|jod(?:a|an|as)|chingu(?:e|en|es)|recuerd(?:e|en|es)|busqu(?:e|en|es)|acos(?:e|en|es)|hostigu(?:e|en|es)|hables?|hablen',
);
/** 'No me mande el contrato todavía' is about the contract. */
const NO_LIMIT =
  '(?! (?:el|la|los (?!mensajes|textos|correos)|las (?!llamadas)|un|una|hasta|antes|despues|si|cuando|por la|en la|al trabajo|todavia|aun|a las|de noche|manana|hoy|lo del?|esa|ese)(?: |$))';
const CEASE =
  '(?:dej(?:a|e|en|ar|es|enme|eme|ame)|par(?:a|e|en|ar|ale|enle)|ces(?:a|e|en|ar)|termin(?:a|e|en)|suspend(?:a|an|e)|detenga(?:n)?)';
const NOT_NO = '(?<!(?:no|nunca|sin|ni)(?: me| nos| se)? )';
const OFF =
  '(?:quit(?:e|en|a|ar|es)|sa(?:que|quen|ca|car|ques)|borr(?:e|en|a|ar|es)|elimin(?:e|en|a|ar|es)|remuev(?:a|an|e)|retir(?:e|en|a|ar)|sac)';

export const CERTAIN_ES = phrases([
  `${NOT_NO}${CEASE}(?: ya| por favor)? de (?:una vez de )?${SEND}`,
  `${NOT_NO}(?:${CEASE}|basta|suficiente|alto)(?: ya| por favor)?(?: de| con| a)? (?:los |las |tantos |tantas |sus |tus |estos |estas |esos |mas |su |la |el |tanta |tanto |todos los )*${SENT}`,
  `(?:ya )?no (?:me|nos|les?) (?:vuelv(?:a|an|as) a |sigan? |siga |este(?:n|s)? |est[ae]n? )?(?:${SENDS}|${SEND}|mandando|enviando|escribiendo|llamando|molestando|texteando|contactando)${NO_LIMIT}`,
  `(?:ya )?no (?:vuelv(?:a|an|as) a|sigan?|sigas|quiero que(?: me| nos)?|queremos que(?: me| nos)?|autorizo que(?: me| nos)?|insist(?:a|an|as)) ?(?:${SENDS}|${SEND}|mandando|enviando|escribiendo|llamando|insistiendo|con)?${NO_LIMIT}(?=.*(?:mand|envi|escrib|llam|text|molest|contact|insist|mensaj))`,
  `(?<!hay )(?:ya )?no (?:quiero|deseo|queremos|deseamos|necesito|necesitamos|quisiera|me interesan?|autorizo|acepto|solicite|pedi)(?: (?:recibir|seguir recibiendo|que me lleguen|mas|de|sus|tus|estos|esos|estas|esas|los|las|tantos|tantas|otros?|ningun))* ${SENT}(?! (?:de la cerca|postal))`,
  `(?<!hay )(?:ya )?(?:no|ni un|ningun) (?:\\w+ )?mas(?: (?:de|sus|tus|estos|esos|estas|esas|los|las|tantos|por favor))* ${SENT}`,
  '^(?:ya |por favor )*no (?:mensajes|textos|llamadas|recordatorios)',
  `${OFF}(?:me|nos)? (?:por favor )?(?:a )?(?:mi|este|nuestro) (?:numero|nombre|telefono|celular|correo|email|contacto|informacion|datos|cel)`,
  `${OFF}(?:me|nos)(?: por favor)? (?:ya )?de (?:su|sus|tu|tus|la|las|esta|estas|esa|este|todas? (?:sus?|las?))(?: (?:lista|listas|base|sistema|registros|contactos|grupo|chat|esto|mensajes))`,
  `${OFF}(?:me|nos) de (?:esto|aqui|ahi)$`,
  '(?:dar|darme|darnos|dame|deme|denme|denos|me den|me de|me dan|me da|quiero la|solicito la|pido la|quiero)(?: de)? baja',
  '(?:cancel|anul)\\w+ (?:mi|la|esta|los|sus|estos) (?:su[bs]?scripcion|mensajes|textos|correos|recordatorios)',
  'desu[bs]?scr[ib][a-z]*',
  '(?:dej(?:e|en|a)|dejame|dejeme|dejenme)(?:me|nos)? (?:ya )?(?:en paz|tranquil[oa]s?|sol[oa]s?|de (?:molestar|fastidiar|joder))',
  '(?:revoco|retiro|cancelo) (?:mi|el) (?:consentimiento|permiso|autorizacion)',
  'olvid(?:e|en|a|ense|ese) (?:de )?mi (?:numero|telefono)',
]);

const KEYWORDS = new Set([
  'alto',
  'pare',
  'paren',
  'parar',
  'parale',
  'parenle',
  'detener',
  'detenganse',
  'stop',
  'detenga',
  'cesen',
]);
const BESIDES = new Set(
  'por favor ya gracias con esto eso todo a ahora mismo de una vez hola oye oigan buenas tardes dias noches senor senora les pido le que se digo dije lo pido si no'.split(
    ' ',
  ),
);

export const isBareKeywordEs = (clause: string): boolean => {
  const words = clause.split(' ');
  return (
    words.some((word) => KEYWORDS.has(word)) &&
    words.every((word) => KEYWORDS.has(word) || BESIDES.has(word)) &&
    !/\bno (?:se |lo )?(?:pare|paren|parar|detenga)\b|\bde alto\b/.test(clause)
  );
};

export const INNOCENT_ES = phrases([
  'no (?:se |me |nos |lo |la )?(?:pare|paren|deje|dejen|dejes|detenga|detengan)(?: de)?',
  'no (?:puedo|podemos|podia) (?:parar|dejar)',
  'de alto|mas alto|alto de|pies de alto|tan alto|muy alto|lo alto',
]);

export const DOUBT_ES = phrases([
  '(?:ya )?no (?:manden|envien|escriban|mande|envie|escriba) (?:ya )?(?:nada|mas)|(?:para|parar|pare|paren) de|alto(?= (?:por favor|ya|con|a los))|detenganse|desistan?',
  'no (?:me|nos) (?:llame|llamen|llames|escriba|escriban|escribas|mande|manden|mandes|envie|envien|moleste|molesten|contacte|contacten|textee|texteen)(?! (?:el|la|un|una) )',
  '(?:tantos|muchos|demasiados|tantas|demasiadas|cansad[oa] de|hart[oa] de|basta de|menos)(?: (?:los|las|sus|tus|estos|tantos|recibir))* (?:mensajes|textos|correos|llamadas|recordatorios|avisos|emails?|notificaciones)',
  'no me interesan?|no (?:estoy|estamos) interesad[oa]s?|ya no (?:me|nos) interesa|ya no (?:gracias|quiero|queremos|necesito|necesitamos)(?: nada| la cerca| el presupuesto)?$|no quiero nada|no gracias|no muchas gracias|cambie de opinion|ya no$|basta',
  'como (?:consigui\\w+|obtuv\\w+|sac\\w+|tienen?) mi numero|quien (?:le|les) dio mi|por que me (?:escriben|mandan|llaman|envian|molestan|siguen)|nunca (?:pedi|solicite|di|autorice|firme)|yo no (?:pedi|solicite)(?: (?:esto|nada|informacion|un presupuesto|ninguna?))?$',
  'que molest(?:os?|an|ia)|me (?:estan? |tienen? )?(?:molestando|hartando|acosando|fastidiando|hart[oa])|dej(?:e|en|a) de|no molest\\w+|no insist\\w+|acoso|estafa|fraude|spam',
  '(?:borr|elimin|quit|sac|saqu|retir|remuev)\\w*(?:me|nos)$|^(?:por favor )?(?:borrar|eliminar|quitar|cancelar|cancele|cancelen|cancela)(?: todo| por favor| esto)*$|cancel\\w* (?:todo|mi|la cita|el (?:proyecto|presupuesto|pedido))',
  'ni (?:una|un) (?:mas|mensaje)|nunca mas|largo de aqui|larguense|vayanse|al diablo|a la chingada|chinga\\w*|no mas(?: por favor| gracias)*$|ya estuvo|ya parenle|ya parale',
]);
