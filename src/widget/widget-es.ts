import { es } from './words/step-words.es.ts';

// The first script has created the object and is waiting for this one.
if (window.Picket) window.Picket.words = { ...window.Picket.words, es };
