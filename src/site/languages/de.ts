import type { Begun } from '#shared/site/translation.ts'

export const de: Begun = {
  brand: {
    pitch: 'Der KI-Assistent, der To-do-Listen erledigt, für alle, die mit Schönheit arbeiten.',
    launch: 'Juni 2025',
    opens: 'Start {launch}',
    opensLine: '{brand} startet im {launch}.',
  },
  landing: {
    headline: { before: 'Dein', after: 'Business auf den ersten Stuhl.' },
    launch: 'Start {launch}',
    joined: '+ Selbstständige sind schon dabei',
    wayBack: 'Schon dabei?',
  },
  signUp: {
    label: 'Deine E-Mail-Adresse',
    placeholder: 'E-Mail-Adresse eingeben',
    button: 'Auf die Warteliste',
    invalid: 'Eine E-Mail-Adresse enthält ein @, zum Beispiel du@salon.de.',
  },
  languageChoice: {
    label: 'Sprache',
    offer: {
      text: 'Diese Seite gibt es auch auf Deutsch.',
      go: 'Auf Deutsch lesen',
      stay: 'Nein, danke',
    },
    mails: {
      now: 'Wir schreiben dir auf Deutsch.',
      write: 'Schreibt mir auf Deutsch',
    },
  },
  questions: {
    job_industry: {
      label: 'Beruf',
      question: 'In welchem Beruf arbeitest du?',
      choices: {
        Barber: 'Barbier',
        Hairdresser: 'Friseur',
        'Nail Artist': 'Nageldesign',
        'Make Up Artist': 'Visagistik',
        Other: 'Anderes',
      },
    },
  },
}
