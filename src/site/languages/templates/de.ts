import type { TemplateTranslations } from '#shared/site/translation.ts'

const invalid = 'In einer E-Mail-Adresse steht ein @, zum Beispiel du@beispiel.de.'
const again = 'Du bekommst wieder E-Mails von uns: wenn jemand dazukommt, und wenn dein Platz bereit ist.'

const neutral = {
  signUp: { invalid },
  checkInbox: {
    text: { after: '. Tippe auf den Knopf darin, um dir deinen Platz zu sichern.' },
    textAlone: 'Wir haben dir eine E-Mail geschickt. Tippe auf den Knopf darin, um dir deinen Platz zu sichern.',
    waiting: {
      text: 'Wir haben {email} geschrieben. Tippe auf den Knopf darin, um dir deinen Platz zu sichern, oder öffne das hier, um die Adresse zu korrigieren oder die E-Mail noch einmal zu senden.',
    },
  },
  titles: { picture: 'Menschen stehen für den ersten Platz an' },
  privacyText: {
    mail: { invitation: 'eine, wenn du an der Reihe bist, und eine weitere, bevor die Einladung endet' },
    howLong: {
      network:
        'den Fingerabdruck deines Netzes: {days}. Wo wir etwas über ein ganzes Netz oder eine E-Mail-Domain entschieden haben, etwa dass alle aus einem Büro mitmachen dürfen, behalten wir dessen Fingerabdruck oder Namen, bis wir die Entscheidung beenden',
    },
  },
  place: {
    loading: 'Wir suchen deinen Platz …',
    invited: {
      title: 'Dein Platz ist bereit',
      open: 'Deine Einladung ist in deinem Postfach, und dein Platz bleibt bis {day} frei.',
      button: 'Platz einnehmen',
      fresh:
        'Du findest die E-Mail nicht? Öffne deinen Platz mit einem Link, den wir dir in der letzten Stunde geschickt haben, und nimm ihn hier ein.',
    },
    friends: {
      empty:
        'Mit deinem Code ist noch niemand dazugekommen. Die erste Person ist die schwerste: Schick deinen Link jemandem, dem das hier auch gefällt.',
    },
    email: { resumed: again, invalid },
    ask: { invalid },
  },
  unsubscribe: {
    fewer: {
      done: {
        text: 'Du bekommst keine Neuigkeiten mehr von uns, nur noch E-Mails zu deinem Platz: wenn jemand dazukommt, und wenn du an der Reihe bist.',
      },
    },
    undone: { text: again },
  },
  seat: {
    open: {
      title: 'Dein Platz ist bereit',
      text: 'Du hast gewartet, und jetzt bist du an der Reihe. Komm rein.',
      button: 'Platz einnehmen',
    },
    loading: 'Wir suchen deinen Platz …',
    accepted: { text: 'Dein Platz gehört dir. Willkommen bei {brand}.' },
    unreachable: {
      text: 'Dein Platz gehört dir, aber {brand} antwortet gerade nicht. Nichts ist verloren: Versuch es gleich noch einmal, oder komm später über diesen Link zurück.',
    },
    'called-back': {
      text: 'Wir mussten diese Einladung zurücknehmen, und das tut uns leid. Du stehst in der Schlange, wo du vorher warst, und wir schreiben dir, wenn du an der Reihe bist.',
    },
  },
  withoutScripts: {
    invitation: {
      needs: 'Deinen Platz einzunehmen',
      text: 'Einmal drücken auf dieser Seite, und der Platz gehört dir.',
    },
  },
  mails: {
    welcome: {
      preview: 'Dein Platz ist reserviert. Dein Code ist {code}. Teile ihn und rück vor, wenn jemand dazukommt.',
      previewNoPlaces: 'Dein Platz ist reserviert. Dein Code ist {code}. Teile ihn mit deinen Leuten.',
      previewFirst: 'Dein Platz ist reserviert, ganz vorn. Dein Code ist {code}.',
      text: 'Danke, dass du dabei bist. Dein Platz ist reserviert, mehr musst du nicht tun. Wir schreiben dir, wenn du an der Reihe bist.',
      answers: { providers: { solo: 'allein', group: 'in einem Team' } },
    },
    notification: { title: '{friends:one:Jemand steht|other:# Personen stehen} jetzt mit in der Schlange' },
    confirm: {
      preview: 'Einmal tippen, und der Platz gehört dir.',
      card: 'Wir halten dir einen Platz frei.',
      text: 'Tippe auf den Knopf, um dir deinen Platz zu sichern und deine Nummer zu sehen. Wir müssen nur prüfen, ob diese Adresse dir gehört.',
      reminder: {
        preview: 'Tippe auf den Knopf, und der Platz gehört dir.',
        title: 'Wir halten deinen Platz noch frei',
        text: 'Tippe auf den Knopf, um dir deinen Platz zu sichern und deine Nummer zu sehen. Das ist die einzige Erinnerung, die wir schicken.',
      },
    },
    invitation: {
      subject: 'Dein Platz bei {brand} ist bereit',
      text: 'Du hast in der Schlange gewartet, und jetzt bist du an der Reihe. {brand} steht dir offen.\n\nTippe auf den Knopf und komm rein.',
      title: 'Dein Platz ist bereit',
      card: 'Du bist an der Reihe. Komm rein.',
      button: 'Platz einnehmen',
      kept: 'Wir halten deinen Platz {days:one:einen Tag|other:# Tage} frei. Dieser Link ist nur für dich, bitte teile ihn nicht.',
      reminder: {
        subject: 'Dein Platz bei {brand} ist noch frei',
        preview: 'Tippe auf den Knopf, und der Platz gehört dir.',
        title: 'Dein Platz ist noch frei',
        text: 'Tippe auf den Knopf, um deinen Platz einzunehmen. Noch nicht so weit? Dann tu nichts, und du gehst zurück in die Schlange.',
      },
    },
  },
}

const film = {
  title: 'In einer Minute gezeigt',
  play: 'Film abspielen',
  facts: 'Ganz ohne Ton',
  words: [{ text: 'Das ist {brand}.' }],
}
const joined = '+ Menschen sind schon dabei'
const belief = 'Wir glauben'
const title = 'Fragen und Antworten'
const when = '{launch}. Wer auf der Liste steht, erfährt es zuerst, in der Reihenfolge der Schlange.'
const early = {
  question: 'Was habe ich davon, früh dabei zu sein?',
  answer:
    'Eine Nummer, die dir gehört. Die Schlange rückt vor, wenn Leute reinkommen, und wer mit deinem Link dazukommt, bringt dich nach vorn.',
}
const ready =
  'Lass deine E-Mail-Adresse da{questions:=0:|=1:, beantworte eine kurze Frage|other:, beantworte # kurze Fragen}, und du hast einen Platz in der Schlange. Wer mit deinem Link dazukommt, bringt dich nach vorn.'

export const de: TemplateTranslations = {
  app: {
    ...neutral,
    brand: { pitch: 'Die App, die dir eine Sache abnimmt.' },
    share: {
      text: '{brand} ist eine App, auf die ich mich freue, und ich stehe auf der Warteliste. Mit meinem Link kommst du an der Schlange vorbei:',
    },
    landing: {
      film,
      belief: { title: belief, quote: 'Auf Gutes zu warten lohnt sich, am besten gemeinsam.' },
      trades: ['geplant', 'geteilt', 'gemerkt', 'erledigt'],
      headline: { before: 'Die kleinen Dinge,', after: 'in einer App.' },
      lead: '{brand} ist eine App, die dir jeden Tag eine Sache abnimmt. Komm auf die Warteliste und probier sie als Erstes aus.',
      joined,
      problem: {
        title: 'Das Problem',
        lead: 'Nichts davon ist schwer. Es ist nur zu viel.',
        pains: [
          {
            time: '1',
            title: 'Alles liegt überall',
            text: 'Hier eine Notiz, da ein Chat, dort das Foto einer Liste. Wenn du es brauchst, ist es auf dem anderen Handy.',
          },
          {
            time: '2',
            title: 'Etwas wird immer vergessen',
            text: 'Es fällt dir im Bus ein, unter der Dusche, nachts um drei. Nie, wenn es helfen würde.',
          },
          {
            time: '3',
            title: 'Eine Person denkt an alles',
            text: 'Und meistens bist du das. Alle anderen fragen, was als Nächstes kommt.',
          },
        ],
      },
      features: {
        title: 'Was sie kann',
        lead: 'Wenige Dinge, gut gemacht.',
        list: [
          { title: 'Ein Ort', text: 'Alles, woran du denken willst, steht da, wo du zuerst nachsiehst.' },
          {
            title: 'Gemacht für zwei und mehr',
            text: 'Teile eine Liste, einen Plan oder eine Erinnerung mit einem Tipp. Zum Ansehen braucht niemand ein Konto.',
          },
          {
            title: 'Still, bis es zählt',
            text: 'Sie meldet sich, wenn etwas ansteht, und lässt dich sonst in Ruhe.',
          },
          {
            title: 'Ganz deins',
            text: 'Keine Werbung, und nichts wird verkauft. Deine Daten nimmst du mit, wann du willst.',
          },
        ],
      },
      answers: {
        title,
        list: [
          { question: 'Wann kann ich sie ausprobieren?', answer: when },
          {
            question: 'Auf welchen Handys läuft sie?',
            answer: 'Auf iPhone und Android und in jedem Browser. Sag uns bei der Anmeldung, welches du hast.',
          },
          early,
        ],
      },
      ready: { title: 'Sei von Anfang an dabei', text: ready },
    },
    questions: {
      device: {
        label: 'Handy',
        question: 'Welches Handy benutzt du?',
        choices: { iPhone: 'iPhone', Android: 'Android', Neither: 'Keins von beiden' },
      },
      used_today: {
        label: 'Heute',
        question: 'Was benutzt du heute dafür?',
        placeholder: 'Eine App, ein Notizbuch, noch nichts',
      },
      hopes: {
        label: 'Wünsche',
        question: 'Was ist dir am wichtigsten?',
        choices: {
          'Saving time': 'Zeit sparen',
          'Saving money': 'Geld sparen',
          Privacy: 'Datenschutz',
          'Sharing with others': 'Mit anderen teilen',
          'Working offline': 'Läuft auch ohne Netz',
          Other: 'Etwas anderes',
        },
      },
      would_pay: {
        label: 'Preis',
        question: 'Was würdest du dafür zahlen?',
        choices: {
          'Nothing: only if it is free': 'Nichts: nur, wenn sie kostenlos ist',
          'Once, when I download it': 'Einmal, beim Herunterladen',
          'A little every month': 'Jeden Monat ein wenig',
          'I don’t know yet': 'Weiß ich noch nicht',
        },
      },
    },
  },
  b2b: {
    ...neutral,
    brand: { pitch: 'Das Werkzeug, das Teams ihre Nachmittage zurückgibt.' },
    share: {
      text: '{brand} will unserem Team Stunden sparen, und ich stehe auf der Warteliste. Mit meinem Link kommst du an der Schlange vorbei:',
    },
    landing: {
      film,
      trades: ['Berichte', 'Übergaben', 'Freigaben', 'Planung'],
      headline: { before: 'Für dein Team:', after: 'ohne Kleinkram.' },
      lead: '{brand} übernimmt die Routine zwischen euren Werkzeugen, damit dein Team die Arbeit machen kann, für die es da ist. Komm auf die Warteliste für einen frühen Zugang.',
      joined,
      problem: {
        title: 'Das Problem',
        lead: 'Eine normale Woche, und wo sie bleibt.',
        pains: [
          {
            time: 'Mo',
            title: 'Von Tool zu Tool kopieren',
            text: 'Dieselben Zahlen an drei Stellen, und niemand weiß sicher, welche stimmen.',
          },
          {
            time: 'Mi',
            title: 'Warten auf ein Ja',
            text: 'Die Arbeit war am Montag fertig. Die Freigabe liegt in einem Postfach.',
          },
          {
            time: 'Fr',
            title: 'Berichte über Berichte',
            text: 'Ein halber Tag, um zu sagen, was war, und keine Zeit mehr, es zu ändern.',
          },
        ],
      },
      features: {
        title: 'Was es kann',
        lead: 'Es arbeitet mit den Werkzeugen, die ihr habt.',
        list: [
          {
            title: 'Verbindet eure Werkzeuge',
            text: 'E-Mail, Kalender, Dokumente und Tickets, an einem Nachmittag eingerichtet.',
          },
          {
            title: 'Entwirft die Routine',
            text: 'Übergaben, Nachfragen und Zusammenfassungen liegen zur Prüfung bereit. Das letzte Wort hat ein Mensch.',
          },
          {
            title: 'Zeigt, wo die Zeit bleibt',
            text: 'Eine Seite pro Woche, aus der Arbeit selbst. Niemand füllt dafür ein Formular aus.',
          },
          {
            title: 'Von Grund auf sicher',
            text: 'Rollen, ein Protokoll jeder Änderung, und eure Daten da, wo ihr sie haben wollt.',
          },
        ],
      },
      belief: { title: belief, quote: 'Gute Leute sind nicht in deine Firma gekommen, um Zellen zu kopieren.' },
      answers: {
        title,
        list: [
          { question: 'Wann geht es los?', answer: when },
          {
            question: 'Was wird es kosten?',
            answer: 'Ein Preis pro Person und Monat, der vor dem Start feststeht. Frühe Teams behalten ihren.',
          },
          {
            question: 'Wo liegen unsere Daten?',
            answer: 'Schreib an {support}, und wir schicken dir alles zu Hosting und Sicherheit.',
          },
        ],
      },
      ready: { title: 'Früher Zugang für dein Team', text: ready },
    },
    questions: {
      full_name: { label: 'Name', question: 'Wie heißt du?', placeholder: 'Vor- und Nachname' },
      business_name: {
        label: 'Firma',
        question: 'In welcher Firma arbeitest du?',
        placeholder: 'Name der Firma',
      },
      company_website: {
        label: 'Website',
        question: 'Wie lautet die Website deiner Firma?',
        placeholder: 'https://',
      },
      team_size: { label: 'Teamgröße', question: 'Wie viele seid ihr im Team?' },
      role: {
        label: 'Rolle',
        question: 'Was ist deine Rolle?',
        choices: {
          'Founder or director': 'Gründung oder Geschäftsführung',
          Manager: 'Teamleitung',
          Engineer: 'Entwicklung',
          Operations: 'Betrieb',
          Other: 'Etwas anderes',
        },
      },
      timing: {
        label: 'Start',
        question: 'Wann möchtet ihr anfangen?',
        choices: {
          'As soon as it is ready': 'Sobald es fertig ist',
          'Within three months': 'In den nächsten drei Monaten',
          Later: 'Später',
          'Just looking': 'Ich sehe mich nur um',
        },
      },
    },
  },
  shop: {
    ...neutral,
    brand: { pitch: 'Bald geöffnet, und schon gespannt auf dich.' },
    share: {
      text: '{brand} macht bald auf, und ich stehe auf der Liste. Mit meinem Link kommst du an der Schlange vorbei:',
    },
    landing: {
      film,
      problem: {
        title: 'Warum',
        lead: 'Weshalb wir angefangen haben.',
        pains: [
          {
            time: '1',
            title: 'Was heute fehlt',
            text: 'Sag in ein, zwei Sätzen, womit sich die Leute abfinden, bis ihr öffnet.',
          },
        ],
      },
      trades: ['öffnet', 'duftet', 'entsteht', 'wartet'],
      headline: { before: 'Etwas Gutes', after: 'gleich um die Ecke.' },
      lead: '{brand} macht bald auf. Lass deine E-Mail-Adresse da und sei unter den Ersten, die durch die Tür kommen.',
      joined: '+ Menschen stehen schon in der Schlange',
      features: {
        title: 'Was dich erwartet',
        lead: 'Ein paar Dinge, auf die wir uns freuen.',
        list: [
          {
            title: 'Hier gemacht',
            text: 'Jeden Morgen frisch, in kleinen Mengen, von Leuten, mit denen du reden kannst.',
          },
          { title: 'Ein Ort zum Bleiben', text: 'Eine gute Tasse, ein Tisch am Fenster, und keine Eile.' },
          { title: 'Fertig, wenn du kommst', text: 'Bestell vor und nimm es unterwegs mit.' },
          {
            title: 'Etwas zum Mitbringen',
            text: 'Für Geburtstage, Sonntage und Leute, die schon alles haben.',
          },
        ],
      },
      belief: { title: belief, quote: 'Gutes braucht seine Zeit und schmeckt zusammen besser.' },
      answers: {
        title,
        list: [
          { question: 'Wann macht ihr auf?', answer: when },
          { question: 'Wo seid ihr?', answer: 'Unsere Adresse steht auf der Kontaktseite.' },
          early,
        ],
      },
      ready: { title: 'Als Erste durch die Tür', text: ready },
    },
    questions: {
      wishes: {
        label: 'Wünsche',
        question: 'Worauf freust du dich?',
        choices: {
          'New things to try': 'Neues zum Probieren',
          'Everyday favourites': 'Lieblinge für jeden Tag',
          Gifts: 'Geschenke',
          'Special orders': 'Bestellungen auf Wunsch',
          Events: 'Veranstaltungen',
          Other: 'Etwas anderes',
        },
      },
      visits: {
        label: 'Besuche',
        question: 'Wie oft würdest du vorbeikommen?',
        choices: {
          'Most days': 'Fast jeden Tag',
          'Every week': 'Jede Woche',
          'Now and then': 'Ab und zu',
          'I would order online': 'Ich würde online bestellen',
        },
      },
      neighbourhood: {
        label: 'Gegend',
        question: 'Wo wohnst du?',
        placeholder: 'Dein Ort oder Stadtteil',
      },
    },
  },
}
