import type { Translation } from '#shared/site/translation.ts'

export const de: Translation = {
  brand: {
    pitch:
      'Der KI-Assistent, der aus To-do-Listen erledigte Listen macht, für alle, die in der Beautybranche arbeiten.',
    launch: 'Juni 2025',
    opens: 'Start: {launch}',
    opensLine: '{brand} startet im {launch}.',
  },
  titles: {
    home: '{brand}: auf die Warteliste',
    form: 'Deine Fragen',
    thankYou: 'Du bist dabei',
    checkInbox: 'Schau in dein Postfach',
    confirm: 'Bist du das?',
    place: 'Dein Platz',
    invitation: 'Deine Einladung',
    privacy: 'Datenschutz',
    privacyDescription:
      'Was wir über dich speichern, warum und wie lange, und wie du es ansiehst, änderst und löschst.',
    admin: 'Dashboard',
    unsubscribe: 'Deine E-Mails',
    notFound: 'Seite nicht gefunden',
    app: '{brand}-Warteliste',
    picture: 'Eine Reihe Stühle mit dem Werkzeug der Branche, die auf den ersten Stuhl warten',
  },
  frame: {
    skip: 'Zum Inhalt',
    navigation: 'Hauptmenü',
    home: 'Start',
    contact: 'Kontakt',
    menu: 'Hauptmenü öffnen',
    privacy: 'Datenschutz',
    back: 'Zur Startseite',
    arriving: 'Einen Moment …',
    dismiss: 'Schließen',
    cookies: {
      settings: 'Cookie-Einstellungen',
      title: 'Cookies',
      question: 'Darf Google Analytics dich mit Cookies zählen?',
      note: 'Ohne dein Ja geht nichts an Google.',
      no: 'Nein, danke',
      yes: 'Ja, zählt mich',
    },
    broken: {
      title: 'Unerwarteter Fehler!',
      text: 'Auf dieser Seite ist etwas schiefgegangen. Neu laden hilft meistens.',
      kept: 'Deine Antworten auf unsere Fragen bleiben in diesem Tab.',
      again: 'Neu laden',
    },
    offline: {
      title: 'Keine Verbindung',
      page: 'Diese Seite konnte nicht geladen werden, weil gerade keine Verbindung besteht.',
      text: 'Bitte versuch es gleich noch einmal.',
    },
    missing: 'Dieser Teil wurde nicht geladen. Neu laden',
  },
  languageChoice: {
    label: 'Sprache',
    offer: { text: 'Diese Seite gibt es auch auf Deutsch.', go: 'Auf Deutsch lesen', stay: 'Nein, danke' },
    mails: { now: 'Wir schreiben dir auf Deutsch.', write: 'Schreibt mir auf Deutsch' },
  },
  notFound: { text: 'Ups! Diese Seite gibt es nicht' },
  errors: {
    'invalid-input': 'Ein Teil der Angaben ist nicht gültig.',
    forbidden: 'Anfragen von anderen Websites sind nicht erlaubt.',
    'link-needed': 'Öffne zu deiner Sicherheit einen Link, den wir dir in der letzten Stunde geschickt haben.',
    'not-found': 'Unter dieser Adresse gibt es nichts.',
    'no-mail': 'Wir verschicken noch keine E-Mails und können dir deshalb keinen Link senden. Bitte schreib uns.',
    'invitation-over': 'Diese Einladung ist nicht mehr offen.',
    'too-large': 'Das ist zu groß.',
    'proof-needed': 'Wir müssen kurz prüfen, dass du kein Bot bist. Bitte versuch es gleich noch einmal.',
    'rate-limited': 'Zu viele Anfragen. Bitte warte einen Moment und versuch es noch einmal.',
    'links-used-up':
      'Wir haben dir heute fünf Links geschickt. Bitte nimm den neuesten und schau auch in den Spam-Ordner. Morgen kannst du wieder einen anfordern.',
    'emails-used-up': 'Du hast heute fünf neue Adressen ausprobiert. Morgen geht die nächste.',
    'not-waiting': 'Diese Antworten warten nicht mehr. Öffne den Link aus unserer E-Mail noch einmal.',
    'own-email': 'Das ist schon deine E-Mail-Adresse.',
    internal: 'Bei uns ist etwas schiefgegangen. Bitte versuch es noch einmal.',
    unavailable: 'Das geht gerade nicht. Bitte versuch es gleich noch einmal.',
    'lookup-failed':
      'Deine E-Mail-Adresse konnte nicht geprüft werden: Die Warteliste ist gerade nicht erreichbar. Bitte versuch es gleich noch einmal.',
    'position-failed':
      'Dein Platz auf der Warteliste konnte nicht bestimmt werden: Gerade ist viel los. Bitte versuch es gleich noch einmal.',
    'insert-failed':
      'Deine Angaben konnten nicht gespeichert werden: Die Warteliste ist gerade nicht erreichbar. Bitte versuch es gleich noch einmal.',
    unconfirmed:
      'Wir wissen nicht, ob deine Angaben gespeichert sind: Die Antwort kam nicht rechtzeitig. Bitte sende sie gleich noch einmal, sie zählen nicht doppelt.',
    leaving:
      'Ein früherer Platz mit dieser E-Mail-Adresse wird gerade gelöscht. Bitte sende das Formular in einer halben Minute noch einmal, deine Eingaben bleiben erhalten.',
    'list-paused': 'Neue Anmeldungen sind gerade nicht möglich. Bitte komm wieder, wenn die Liste öffnet.',
    'list-closed': 'Diese Liste ist geschlossen. Neue Anmeldungen sind nicht mehr möglich.',
    'not-created': 'Dein Eintrag auf der Warteliste konnte nicht angelegt werden',
    'update-failed':
      'Deine Antworten konnten nicht gespeichert werden: Die Warteliste ist gerade nicht erreichbar. Bitte versuch es gleich noch einmal.',
    later: 'Das war viel auf einmal. Bitte versuch es in {minutes:one:# Minute|other:# Minuten} noch einmal.',
  },
  landing: {
    trades: ['Salon', 'Barbershop', 'Friseursalon', 'Nagelstudio', 'Kosmetikstudio', 'Make-up-Studio'],
    headline: { before: 'Dein', after: 'nimmt auf dem ersten Stuhl Platz.' },
    lead: '{brand} ist der KI-Assistent, der aus To-do-Listen erledigte Listen macht. Er übernimmt den Papierkram, findet, was dich wachsen lässt, entwirft deine Posts und plant das Geschäft mit dir, während deine Hände bei deiner Kundin bleiben.',
    launch: 'Start: {launch}',
    motion: { play: 'Wechselnde Wörter abspielen', pause: 'Wechselnde Wörter anhalten' },
    counting: 'Wird geladen …',
    joined: '+ Selbstständige sind schon dabei',
    wayBack: 'Schon dabei?',
    problem: {
      title: 'Das Problem',
      lead: 'Ein Tag am Stuhl, nach der Uhr. Nur ein Teil davon ist die Arbeit, die du gelernt hast.',
      pains: [
        {
          time: '08:10',
          title: 'Papierkram',
          text: 'Erinnerungen, Umbuchungen, eine Bestellung und jemand, der nicht erschienen ist. Eine Stunde ist weg, bevor die erste Kundin sitzt, und niemand bezahlt sie dir.',
        },
        {
          time: '13:30',
          title: 'Die Grenze nach oben',
          text: 'Mittag war ein halbes Brötchen über dem Waschbecken. Jeder Termin ist vergeben, und am Monatsende bleibt trotzdem gleich viel: Zwei Hände haben nur so viele Stunden.',
        },
        {
          time: '19:45',
          title: 'Erschöpfung',
          text: 'Die letzte Kundin geht, dann wird gefegt, dann kommen die Bildtexte. Du liebst deine Arbeit. Du hast nur nie Feierabend.',
        },
        {
          time: '22:20',
          title: 'Verpasste Chancen',
          text: 'Drei neue Anfragen in deinen Nachrichten, geschickt, während deine Hände in den Folien steckten. Zwei haben inzwischen woanders gebucht.',
        },
      ],
    },
    belief: {
      title: 'Wir glauben',
      quote:
        'Niemand hat zur Schere gegriffen, um Papierkram zu machen. Deine besten Stunden gehören dem Menschen auf deinem Stuhl.',
    },
    film: {
      title: 'Ein Montag, ohne und mit {brand}',
      play: 'Film abspielen',
      facts: '20 Sekunden, ganz ohne Ton',
      read: 'Film als Text lesen',
      words: [
        { text: 'Montag, 8:10 Uhr. Die Liste ist länger als der Tag.' },
        { text: 'Du machst die Haare. {brand} macht die Liste.' },
        { text: 'Es findet die Lücke am Donnerstag und die Stammkundin, die mal wieder dran ist.' },
        { text: 'Aus To-do-Listen werden erledigte Listen. Nimm auf dem ersten Stuhl Platz.' },
      ],
    },
    features: {
      title: 'Was es kann',
      toggle: { more: 'Mehr erfahren', less: 'Weniger zeigen' },
      lead: 'Vier Dinge, die es dir ab der ersten Woche abnimmt. Du sagst Ja oder Nein, es macht den Rest.',
      list: [
        {
          title: 'Auf Zuruf erledigt',
          text: 'Einmal sagen, zwischen zwei Terminen, und es ist erledigt.',
          more: 'Sag es so, wie du es einer guten Auszubildenden sagen würdest. Es schreibt die Erinnerung, verschiebt den Termin, fordert die Anzahlung an und bestellt die Entwicklercreme nach. Und es fragt dich, bevor etwas rausgeht.',
          done: [
            '14 Erinnerungen für morgen verschickt',
            'Anzahlung angefordert: Farbe am Samstag',
            'Folien nachbestellt, bevor sie ausgehen',
          ],
        },
        {
          title: 'Wachstumsstrategie',
          text: 'Was du als Nächstes ändern kannst, aus deinem eigenen Kalender und deiner Kasse.',
          more: 'Es sieht, wer wiederkommt, welche Stunden leer bleiben und welche Behandlung sich lohnt. Dann schlägt es eine Änderung nach der anderen vor und sagt dir hinterher, ob sie etwas gebracht hat.',
          done: [
            'Lücke am Donnerstag 3 Stammkundinnen angeboten',
            'Toner bei jeder Farbe berechnet',
            '6 Kundinnen angeschrieben, die lange nicht da waren: 4 gebucht',
          ],
        },
        {
          title: 'Ideen für Posts',
          text: 'Posts, die nach dir klingen, aus der Arbeit von heute.',
          more: 'Du schickst das Foto, es entwirft den Text, die Story und die ganze Woche. Es unterscheidet Abiball-Saison von Pony-Saison und postet nie ein Gesicht ohne dein Okay.',
          done: [
            'Balayage-Post in deinen Worten entworfen',
            'Antwort auf „Was kostet ein Fade?“',
            'Eine Woche Storys für die Hochzeitssaison',
          ],
        },
        {
          title: 'Geschäftsplanung',
          text: 'Miete, Preise, ein zweiter Stuhl: die Zahlen, bevor du unterschreibst.',
          more: 'Frag, was passiert, wenn du einen Tag mehr öffnest, den Schnitt um 3 £ anhebst oder einen zweiten Stuhl mietest. Es rechnet mit deinen echten Einnahmen, erklärt es verständlich und trägt die Schritte in deinen Kalender ein.',
          done: [
            'Stuhlmiete mit drei Angeboten verglichen',
            'Preisliste fürs Frühjahr, fertig zum Drucken',
            'Jeden Freitag etwas für die Steuer zurückgelegt',
          ],
        },
      ],
    },
    ready: {
      title: 'Bist du dabei?',
      text: 'Lass deine E-Mail-Adresse da, beantworte {questions} kurze Fragen, und du hast einen Platz in der Schlange. Jeder, der dir folgt, zählt für dich.',
    },
  },
  invitation: {
    title: 'Du bist eingeladen.',
    text: 'Mach mit dem Code mit, und es zählt für die Person, die dich eingeladen hat.',
  },
  invitationPreview: {
    title: 'Du bist zu {brand} eingeladen',
    description:
      'Jemand möchte dich auf der Warteliste von {brand} sehen. Folge dem Link und sichere dir deinen Platz in der Schlange.',
  },
  signUp: {
    title: 'Auf die Warteliste',
    label: 'Deine E-Mail-Adresse',
    placeholder: 'E-Mail-Adresse eingeben',
    button: 'Auf die Warteliste',
    invalid: 'In einer E-Mail-Adresse steht ein @, zum Beispiel du@salon.de.',
    unreachable: 'Unter dieser Adresse kommt keine E-Mail an. Bitte korrigiere sie.',
    meant: { question: 'Stimmt {email}?', yes: 'Ja, die nehmen' },
    notice: { title: 'Ungültige E-Mail-Adresse', description: 'Bitte gib eine gültige E-Mail-Adresse ein.' },
    failed: {
      title: 'Fehler',
      description:
        'Deine Anmeldung konnte nicht verarbeitet werden. Bitte versuch es noch einmal. Gerade besteht keine Verbindung, deine E-Mail-Adresse bleibt erhalten.',
    },
    friend: {
      ask: 'Hast du einen Empfehlungscode?',
      label: 'Empfehlungscode',
      placeholder: 'Empfehlungscode (freiwillig)',
      skip: 'Weglassen',
    },
    opens: 'Ein paar Fragen öffnen sich in einem neuen Tab.',
  },
  embedded: {
    privacy: 'Datenschutz',
    copy: 'Link kopieren',
    copied: 'Kopiert!',
    failed: 'Markier den Link, um ihn zu kopieren',
  },
  rest: {
    paused: {
      title: 'Die Anmeldung macht Pause',
      text: 'Lass deine E-Mail-Adresse da, und wir sagen dir, wenn die Liste öffnet.',
      button: 'Sagt mir Bescheid',
      consent: 'Eine E-Mail, wenn es losgeht, danach löschen wir deine Adresse.',
      told: {
        title: 'Wir sagen dir Bescheid',
        text: 'Du bekommst eine E-Mail von uns, wenn die Liste öffnet. Sonst nichts, und einen Platz erst, wenn du dich anmeldest.',
      },
    },
    closed: {
      title: 'Die Liste ist geschlossen',
      text: 'Danke an alle, die gekommen sind. Wenn du schon einen Platz hast, bleibt er deiner, und dein Link auch.',
    },
  },
  codeNotes: {
    known: 'Der Code einer Freundin oder eines Freundes',
    ahead: 'Der Code von jemandem, den du kennst. Du startest {places:one:# Platz|other:# Plätze} weiter vorn.',
    own: 'Das ist dein eigener Code. Teile ihn: Wenn jemand damit beitritt, rückst du vor.',
    unknown: 'Diesen Code kennen wir nicht',
    unknownLink: 'Den Code aus diesem Link hat niemand. Du kannst auch ohne mitmachen.',
  },
  form: {
    title: 'Deine Fragen',
    progress: 'Frage {step} von {count}',
    begun: { title: 'Da weitermachen, wo du warst', text: 'Frage {step} von {count}, als {email}' },
    email: {
      joiningAs: 'Du meldest dich an als',
      change: 'Ändern',
      title: 'E-Mail-Adresse ändern',
      save: 'Speichern',
      cancel: 'Abbrechen',
    },
    many: 'Wähl so viele, wie du magst.',
    optional: 'Freiwillig',
    number: { between: 'Von {min} bis {max}', least: '{min} oder mehr', most: '{max} oder weniger' },
    nothing: 'Einmal tippen, und du stehst auf der Liste.',
    yes: 'Ja',
    no: 'Nein',
    other: { label: 'Anderes: bitte angeben', placeholder: 'Bitte angeben …' },
    back: 'Zurück',
    next: 'Weiter',
    submit: 'Absenden',
    working: 'Wird gesendet …',
    faults: {
      usual: 'Bitte sieh dir diese Antwort noch einmal an.',
      number: 'Bitte gib eine ganze Zahl ein, die in den Rahmen passt.',
      date: 'Bitte gib ein Datum ein, zum Beispiel 2026-06-30.',
      link: 'Bitte gib eine Adresse ein, die mit https:// beginnt.',
    },
    failed: {
      title: 'Fehler',
      description: 'Deine Angaben konnten nicht gesendet werden. Bitte versuch es noch einmal.',
    },
    expired: { title: 'Sitzung abgelaufen', description: 'Bitte gib deine E-Mail-Adresse noch einmal ein.' },
    missing: 'Es fehlt noch etwas',
    notYou: 'Nicht du?',
  },
  contact: {
    title: 'Schreib uns',
    lead: 'Eine Frage zur Warteliste, zu deinen Daten oder zu dem, was wir bauen? Jede Nachricht liest ein Mensch, meistens bei einer Tasse Tee.',
    email: 'E-Mail',
    street: 'Adresse',
    form: 'Nachricht an uns',
    yourName: 'Dein Name',
    yourEmail: 'Deine E-Mail-Adresse',
    yourMessage: 'Deine Nachricht',
    missing: 'Bitte füll dieses Feld aus.',
    send: 'Nachricht senden',
    sending: 'Wird gesendet …',
    failed: {
      title: 'Fehler',
      description: 'Deine Nachricht konnte nicht gesendet werden. Sie ist noch da, bitte versuch es noch einmal.',
    },
    sent: {
      title: 'Nachricht gesendet',
      description: 'Danke. Wir antworten per E-Mail, meistens innerhalb von zwei Werktagen.',
    },
  },
  thankYou: {
    title: 'Du bist dabei!',
    before: 'Du bist',
    after: 'auf unserer Warteliste',
    you: 'Du',
    sharing: {
      title: 'Rück in der Schlange vor',
      noPlaces: 'Bring deine Leute mit',
      code: 'Dein Empfehlungscode',
      link: 'Dein Empfehlungslink',
      copyCode: { label: 'Kopieren', title: 'Empfehlungscode kopieren' },
      copyLink: { label: 'Link kopieren', title: 'Link kopieren und teilen' },
      share: 'Teilen',
      on: 'Auf {network} teilen',
      byMail: 'E-Mail',
      blocked: {
        title: 'Dein Browser hat das neue Fenster blockiert',
        description: 'Kopier deinen Link und füg ihn dort ein, wo du ihn teilen möchtest.',
      },
      first: {
        title: 'Bleib vorn',
        promise:
          'Besser als #1 geht nicht, aber mehrere können #1 sein. Wer die meisten Leute mitbringt, kommt zuerst rein.',
      },
    },
    copied: 'Kopiert!',
    copyByHand: {
      title: 'Bitte kopier es selbst',
      description: 'Es ist schon markiert: Drück Strg+C oder ⌘C, oder halt es gedrückt.',
    },
    atOnce:
      '{friends:one:Die erste Person zählt|other:Die ersten # zählen} sofort, alle weiteren, sobald sie den Knopf in unserer E-Mail drücken.',
    milestones: 'Was dir deine Leute bringen',
    milestone: '{friends:one:# Person|other:# Personen}:',
    noCode:
      'In diesem Link fehlt dein Empfehlungscode. Melde dich mit derselben E-Mail-Adresse noch einmal an, um ihn zu sehen. Deinen Platz behältst du.',
    home: 'Zur Startseite',
  },
  referral: {
    promise: 'Für jede Person, die mit deinem Empfehlungscode beitritt, rückst du {places} in der Schlange vor!',
    promiseCapped:
      'Für jede Person, die mit deinem Empfehlungscode beitritt, rückst du {places} in der Schlange vor, insgesamt höchstens {most}!',
    promiseNoPlaces:
      'Wer mit deinem Empfehlungscode beitritt, zählt für dich: Teilen sich zwei eine Nummer, kommt zuerst rein, wer mehr Leute mitgebracht hat!',
    places: '{count:one:# Platz|other:# Plätze}',
    milestones: [
      { reward: 'Bis zu {places} nach vorn' },
      {
        reward:
          'Insgesamt bis zu {places}. Teilen sich zwei eine Nummer, kommt zuerst rein, wer mehr Leute mitgebracht hat',
      },
      { reward: 'Insgesamt bis zu {places}, und die Stempelkarte ist voll' },
    ],
    milestonesNoPlaces: [{ reward: 'Vor allen mit deiner Nummer, die weniger Leute mitgebracht haben' }],
  },
  share: {
    title: 'Komm mit mir auf die {brand}-Warteliste',
    text: '{brand} ist ein KI-Assistent für alle, die in der Beautybranche arbeiten, und ich stehe auf der Warteliste. Mit meinem Link kommst du an der Schlange vorbei:',
  },
  keptPlace: {
    place: 'Dein Platz',
    notYou: 'Nicht du?',
    forget: {
      title: 'Diesen Platz auf diesem Gerät vergessen?',
      goes: 'Dein Platz in der Schlange bleibt deiner. Dieser Browser vergisst deinen Link, deine E-Mail-Adresse und die Antworten, die du von hier gesendet hast.',
      byMail: 'Um zurückzukommen, gib deine E-Mail-Adresse unter Dein Platz ein, und wir schicken dir einen Link.',
      noMail:
        'Wir verschicken noch keine E-Mails und können dir keinen Link schicken, um zurückzukommen. Kopier zuerst deinen privaten Link, wenn das dein Platz ist.',
      confirm: 'Vergessen',
      cancel: 'Behalten',
    },
    open: 'Deinen Platz ansehen',
    privateTitle: 'Nur für dich',
    keep: 'Privaten Link kopieren',
    kept: 'Dein privater Link öffnet deinen Platz auf jedem Gerät. Bewahr ihn gut auf und teile ihn nicht.',
  },
  place: {
    title: 'Dein Platz',
    loading: 'Wir suchen deinen Stuhl …',
    before: 'Du bist',
    after: 'auf unserer Warteliste',
    line: {
      title: '{place} in der Schlange',
      after: 'in der Schlange',
      ahead: '{people:one:# Person|other:# Personen} vor dir',
      first: 'Niemand ist vor dir',
      behind: '{people:one:# Person|other:# Personen} hinter dir',
      last: 'Hinter dir ist noch niemand',
      alone: 'Die Schlange beginnt mit dir',
      number: 'Deine Nummer:',
      note: 'Die Nummer {position} können mehrere haben, und wer mehr Leute mitbringt, kommt zuerst. Dein Platz in der Schlange gehört nur dir.',
    },
    noLine: {
      waiting: 'Dein Platz in der Schlange wird gerade nicht angezeigt. Wenn sich das ändert, siehst du ihn hier.',
      invited: 'Du bist an der Reihe.',
      admitted: 'Du bist drin. Danke, dass du mit uns gewartet hast.',
    },
    invited: {
      title: 'Dein Stuhl ist bereit',
      coming: 'Deine Einladung kommt per E-Mail.',
      open: 'Deine Einladung ist in deinem Postfach, und dein Stuhl bleibt bis {day} frei.',
      button: 'Platz nehmen',
      working: 'Einen Moment …',
      fresh:
        'Du findest die E-Mail nicht? Öffne deinen Platz mit einem Link, den wir dir in der letzten Stunde geschickt haben, und nimm hier Platz.',
      failed: 'Das hat nicht geklappt. Deine Einladung ist sicher: Bitte versuch es gleich noch einmal.',
    },
    next: {
      title: 'Eine Person mehr',
      moves: '{position}, {line}',
      stays: 'weiter {position}, und {line}',
      none: 'Noch jemand ändert deine Nummer nicht, zählt aber trotzdem: Teilen sich zwei eine Nummer, kommt zuerst rein, wer mehr Leute mitgebracht hat.',
      front:
        'Du bist ganz vorn. Deine Leute halten dich dort: Teilen sich zwei #1, kommt zuerst rein, wer mehr mitgebracht hat.',
    },
    moved: {
      up: 'Du bist {places:one:# Platz|other:# Plätze} vorgerückt.',
      line: 'Die Schlange ist vorgerückt.',
      since: 'Seit deinem letzten Besuch: {news}.',
      places: '{places:one:# Platz|other:# Plätze} nach vorn',
      friends: '{friends:one:# Person|other:# Personen} mehr',
      now: 'Du bist jetzt {position}.',
      nowInLine: 'Du bist jetzt {position}, {line} in der Schlange.',
    },
    stale: 'So stand dein Platz um {time}. Wir versuchen weiter, den Server zu erreichen.',
    who: { for: 'Für' },
    card: {
      title: 'Deine Stempelkarte',
      lead: 'Ein Stempel für jede Person, die mit deinem Code beitritt.',
      none: 'Noch niemand',
      counts: '{friends:one:# Person|other:# Personen}',
      waits: '{friends:one:# wartet|other:# warten}',
      milestones: 'Was dir deine Leute bringen',
      reached: 'Erreicht',
      toGo: 'noch {friends}',
      rewards: {
        earned: 'Verdient. Am {day} gehört sie dir, wenn deine Leute dann noch auf der Liste sind.',
        soon: 'Verdient. Sie ist unterwegs.',
        yours: 'Deine seit {day}. Wir melden uns.',
        code: 'Dein Code: {code}',
        invitation: 'Deine seit {day}. Du bist unter den Nächsten, die wir einladen.',
        before: 'Du warst schon hier, bevor es diese Belohnung gab.',
        owner: 'Diese Belohnung wurde zurückgenommen. Schreib uns, wenn du das für einen Fehler hältst.',
      },
      full: 'Die Karte ist voll, und {more:one:# Person kommt|other:# Personen kommen} obendrauf.',
    },
    friends: {
      title: 'Deine Leute',
      empty:
        'Mit deinem Code ist noch niemand beigetreten. Die erste Person ist die schwerste: Schick deinen Link jemandem, der über Papierkram stöhnt.',
      unknown: 'Jemand',
      counted: 'Zählt',
      look: 'Wir prüfen noch',
      confirm: 'Noch nicht bestätigt',
      beyond: 'Über zehn',
      notes: {
        look: 'Manche Anmeldungen sehen wir uns an, bevor sie zählen.',
        confirm: 'Wer wartet, zählt, sobald sie oder er den Knopf in unserer E-Mail drückt.',
        beyond: 'Zehn Personen mit derselben E-Mail-Domain zählen. Die weiteren sehen wir uns zuerst an.',
      },
      newest: 'Die neuesten {shown} von {all}.',
    },
    history: {
      title: 'Wie du hierher gekommen bist',
      joined: 'Du bist der Liste beigetreten',
      before: 'Wen du vorher mitgebracht hast, zählt auch',
      friend: '{friend} ist mit deinem Code beigetreten',
      waits: '{friend} ist beigetreten und zählt noch nicht',
      places: '{places:one:# Platz|other:# Plätze} nach vorn',
      atFirst: 'schon #1',
      noPlaces: 'die Nummer bleibt gleich',
      letIn: '{people:one:# Person wurde|other:# Personen wurden} eingelassen',
      letInNote: 'die Schlange ist vorgerückt',
    },
    today: 'Heute, {time}',
    more: 'Alle {all} zeigen',
    less: 'Weniger zeigen',
    answers: {
      title: 'Was du uns gesagt hast',
      lead: 'Hat sich etwas geändert? Du kannst jede Antwort einzeln ändern. Deine Position bleibt gleich.',
      hidden:
        'Neuere Antworten kamen aus einem anderen Browser. Nur ein Link aus unserer E-Mail zeigt sie, damit niemand sonst sie liest.',
      none: 'Keine Antwort',
      change: 'Ändern',
      save: 'Speichern',
      saving: 'Wird gespeichert …',
      cancel: 'Abbrechen',
      saved: 'Gespeichert.',
      failed: 'Das wurde nicht gespeichert. Nichts ist verloren: Bitte versuch es gleich noch einmal.',
    },
    name: {
      elsewhere: 'Kein Name zu sehen. Du kannst einen eintragen.',
      missing: 'Bitte gib deinen Namen ein, oder drück Abbrechen.',
    },
    email: {
      title: 'Deine E-Mail-Adresse',
      noMail:
        'Unsere E-Mail an diese Adresse kam zurück oder wurde als Spam gemeldet, deshalb schicken wir keine mehr. Nimm eine andere Adresse, um wieder von uns zu hören.',
      onlyPlace: 'Du bekommst E-Mails zu deinem Platz und keine Neuigkeiten, so wie du es wolltest.',
      allMail: 'Wieder Neuigkeiten bekommen',
      unwanted: 'Du wolltest keine E-Mails mehr und bekommst deshalb keine.',
      resume: 'Wieder E-Mails bekommen',
      resuming: 'Einen Moment …',
      resumed: 'Du bekommst wieder E-Mails von uns: wenn jemand beitritt, und wenn ein Stuhl frei ist.',
      confirmed: 'Bestätigt',
      change: 'Andere Adresse verwenden',
      label: 'Neue E-Mail-Adresse',
      send: 'E-Mail senden',
      sending: 'Wird gesendet …',
      note: 'Wir schreiben zuerst an die neue Adresse. Es ändert sich nichts, bis du den Knopf in dieser E-Mail drückst.',
      waiting:
        'Wenn niemand auf der Liste {email} hat, ist unsere E-Mail dorthin unterwegs. Drück den Knopf darin, und sie ist hier deine Adresse.',
      invalid: 'In einer E-Mail-Adresse steht ein @, zum Beispiel du@salon.de.',
      failed: 'Das hat nicht geklappt. Bitte versuch es gleich noch einmal.',
    },
    data: {
      title: 'Was wir über dich speichern',
      lead: 'Du kannst alles herunterladen oder löschen lassen.',
      loading: 'Wird geholt …',
      download: 'Als Datei herunterladen',
      failed: 'Das hat nicht geklappt. Bitte versuch es gleich noch einmal.',
      fresh: {
        text: 'Um alles herunterzuladen oder zu löschen, deine E-Mail-Adresse zu ändern oder wieder E-Mails zu bekommen, öffne deinen Platz mit einem Link, den wir dir in der letzten Stunde geschickt haben. So kann das niemand, der sich nur dein Handy leiht.',
        ask: 'Neuen Link anfordern',
        asking: 'Wird angefordert …',
        asked: 'Ein neuer Link ist zu dir unterwegs. Eine Stunde lang kannst du damit all das tun.',
      },
    },
    leave: {
      open: 'Meinen Platz löschen',
      title: 'Die Liste verlassen?',
      text: 'Deine E-Mail-Adresse, deine Antworten, dein Verlauf und dein Platz werden jetzt endgültig gelöscht, und innerhalb eines Tages auch, was andere Dienste von dir haben. Wenn du wiederkommst, beginnst du am Ende.',
      privacy: 'Die Einzelheiten stehen auf der Datenschutzseite.',
      confirm: 'Jetzt alles löschen',
      working: 'Wird gelöscht …',
      cancel: 'Meinen Platz behalten',
      failed:
        'Es kam keine Antwort, deshalb sind wir nicht sicher, ob es geklappt hat. Drück noch einmal auf Jetzt alles löschen.',
    },
    ask: {
      title: 'Finde deinen Platz',
      text: 'Gib die E-Mail-Adresse ein, mit der du dich angemeldet hast, und wir schicken dir den Link zu deinem Platz.',
      ended: {
        title: 'Dieser Link funktioniert nicht mehr',
        text: 'Vielleicht gibt es einen neueren Link, deine E-Mail-Adresse hat sich geändert, der Platz wurde gelöscht, oder ein Teil des Links fehlt. Gib deine jetzige E-Mail-Adresse ein, und wir schicken dir einen neuen.',
      },
      moved: {
        title: 'Schau in dein neues Postfach',
        text: 'Wenn du den Knopf in unserer E-Mail an {email} gedrückt hast, ist das jetzt deine Adresse hier, und die nächste E-Mail enthält den Link zu deinem Platz. Wenn nicht, gib deine E-Mail-Adresse ein, und wir schicken dir einen Link.',
      },
      deleted: {
        title: 'Du hast die Liste verlassen',
        text: 'Dein Platz ist hier gelöscht. Was andere Dienste von dir haben, wird innerhalb eines Tages gelöscht. Du kannst jederzeit wiederkommen und beginnst dann am Ende der Liste.',
        join: 'Zur Warteliste',
      },
      noMail:
        'Wir verschicken zurzeit keine E-Mails, deshalb kann dich kein Link erreichen. Schreib an {support}, wir helfen dir.',
      label: 'E-Mail-Adresse',
      send: 'Link senden',
      sending: 'Wird gesendet …',
      sent: 'Wenn diese Adresse auf der Liste steht, ist ihr Link unterwegs.',
      sentNote:
        'Nach ein paar Minuten noch nichts da? Schau auch in den Spam-Ordner, oder versuch eine andere deiner Adressen. Wir schicken diesen Link höchstens einmal am Tag.',
      invalid: 'In einer E-Mail-Adresse steht ein @, zum Beispiel du@salon.de.',
      failed: 'Das hat nicht geklappt. Bitte versuch es gleich noch einmal.',
      code: {
        label: 'Code aus unserer E-Mail',
        note: 'Du findest den Code in unseren E-Mails, unter dem Knopf. Er gilt eine Stunde.',
        open: 'Öffnen',
        opening: 'Einen Moment …',
        missing: 'Gib den Code aus unserer E-Mail ein.',
        email: 'Gib auch deine E-Mail-Adresse ein. Ein Code gilt nur mit der Adresse, an die er ging.',
        wrong:
          'Das ist nicht der Code aus unserer neuesten E-Mail, oder er ist älter als eine Stunde. Fordere eine neue E-Mail an.',
      },
      join: 'Noch nicht auf der Liste? Mach mit',
    },
    failed: {
      title: 'Wir können deinen Platz nicht zeigen',
      text: 'Nichts ist verloren: Das Netz oder unser Server antwortet gerade nicht. Wir versuchen es weiter.',
      again: 'Noch einmal versuchen',
    },
  },
  checkInbox: {
    title: 'Schau in dein Postfach',
    ticket: 'Dein Platz wartet',
    text: {
      before: 'Wir haben eine E-Mail geschickt an',
      after: '. Tippe auf den Knopf darin, um dir deinen Stuhl zu sichern.',
    },
    textAlone: 'Wir haben dir eine E-Mail geschickt. Tippe auf den Knopf darin, um dir deinen Stuhl zu sichern.',
    spam: 'Das kann ein, zwei Minuten dauern. Noch nichts da? Schau in den Spam-Ordner. Wenn du heute schon ein paarmal gefragt hast, kommt die nächste morgen.',
    again: 'Noch einmal senden',
    sending: 'Einen Moment …',
    sent: 'Wir schicken noch eine. Wenn sie in ein paar Minuten nicht da ist, nimm die letzte, die du hast. Wir begrenzen, wie viele E-Mails eine Adresse am Tag bekommt.',
    failed: 'Das hat nicht geklappt. Bitte versuch es gleich noch einmal.',
    wrong: 'Falsche Adresse?',
    forget: 'Diese Anmeldung vergessen',
    home: 'Zur Startseite',
    waiting: {
      title: 'Nur noch einmal tippen',
      text: 'Wir haben {email} geschrieben. Tippe auf den Knopf darin, um dir deinen Stuhl zu sichern, oder öffne das hier, um die Adresse zu korrigieren oder die E-Mail noch einmal zu senden.',
    },
  },
  confirm: {
    place: {
      title: 'Bist du das?',
      text: 'Tippe auf den Knopf, um zu bestätigen, dass das deine E-Mail-Adresse ist, und du stehst auf der Liste.',
      button: 'Ja, das bin ich',
    },
    friends: {
      title: 'Bist du das?',
      text: 'Du kommst aus unserer E-Mail. Drück den Knopf, um zu bestätigen, dass die Adresse dir gehört. Dann zählst du für die Person, die dich eingeladen hat, und deine eigenen Leute zählen weiter für dich.',
      button: 'Ja, das bin ich',
    },
    answers: {
      title: 'Sind die neuen Antworten von dir?',
      text: 'Jemand hat sich mit deiner E-Mail-Adresse noch einmal angemeldet. Wenn du das warst, tippe auf den Knopf, und deine neuen Antworten ersetzen die alten. Wenn nicht, schließ einfach diese Seite. Nichts ändert sich.',
      button: 'Ja, nehmt meine neuen Antworten',
    },
    already: {
      title: 'Du hast schon bestätigt',
      text: 'Diese E-Mail-Adresse ist bestätigt, und du stehst auf der Liste. Hier gibt es nichts mehr zu tun.',
      button: 'Meinen Platz öffnen',
    },
    settled: {
      title: 'Nichts mehr zu bestätigen',
      text: 'Diese Antworten wurden schon bestätigt, oder sie haben zu lange gewartet. Der Knopf öffnet deinen Platz, wo du deine Antworten siehst und änderst.',
      button: 'Meinen Platz öffnen',
    },
    sets: {
      one: 'Mit deiner E-Mail-Adresse gesendet',
      several: 'Das Formular wurde mehrmals mit deiner E-Mail-Adresse gesendet. Welche Antworten sind deine?',
      sentAt: 'Gesendet am {when}',
      missing: 'Bitte wähl die Antworten, die von dir sind.',
      look: 'Sieh dir zuerst an, was mit deiner E-Mail-Adresse gesendet wurde, und tippe dann noch einmal auf den Knopf.',
    },
    inviters: {
      question: 'Wessen Link hast du benutzt?',
      hint: 'Deine E-Mail-Adresse kam mit den Links mehrerer Personen. Deine Antwort entscheidet, für wen du zählst.',
      code: 'Der Link mit dem Code {code}',
      missing: 'Bitte wähl den Link, den du benutzt hast.',
    },
    address: {
      title: 'Diese Adresse verwenden?',
      text: 'Du kommst aus unserer E-Mail an eine neue Adresse. Drück den Knopf, und E-Mails zu deinem Platz gehen ab jetzt dorthin.',
      button: 'Diese Adresse verwenden',
    },
    delete: 'Das war ich nicht. Löschen',
    deleted: { title: 'Gelöscht', text: 'Was mit deiner E-Mail-Adresse gesendet wurde und auf dich wartete, ist weg.' },
    working: 'Einen Moment …',
    done: {
      title: 'Bestätigt',
      text: 'Danke. Die E-Mail, die zu dir unterwegs ist, enthält den Link zu deinem Platz.',
    },
    unknown: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Vielleicht ist er abgelaufen, es gibt einen neueren, oder er ist nicht vollständig. Fordere einen neuen Link an, mit der E-Mail-Adresse, mit der du dich angemeldet hast.',
    },
    incomplete: {
      title: 'Dieser Link ist unvollständig',
      text: 'Kopier ihn ganz aus der E-Mail, oder fordere einen neuen an, mit der E-Mail-Adresse, mit der du dich angemeldet hast.',
    },
    ask: 'Neuen Link anfordern',
    join: 'Zur Warteliste',
    failed: 'Das hat nicht geklappt, aber nichts ist verloren. Bitte versuch es gleich noch einmal.',
  },
  seat: {
    open: {
      title: 'Dein Stuhl ist bereit',
      text: 'Du hast gewartet, und jetzt bist du an der Reihe. Komm rein und nimm Platz.',
      button: 'Platz nehmen',
      until: 'Deiner bis {day}',
    },
    working: 'Einen Moment …',
    loading: 'Wir suchen deinen Stuhl …',
    accepted: {
      title: 'Du bist drin',
      text: 'Dein Stuhl gehört dir. Willkommen bei {brand}.',
      button: '{brand} öffnen',
      stub: 'Besetzt',
    },
    unreachable: {
      title: 'Du bist drin',
      text: 'Dein Stuhl gehört dir, aber {brand} antwortet gerade nicht. Nichts ist verloren: Versuch es gleich noch einmal, oder komm später über diesen Link zurück.',
      button: 'Noch einmal versuchen',
    },
    ended: {
      title: 'Diese Einladung ist abgelaufen',
      text: 'Du bist zurück auf deinem Platz in der Schlange, und vielleicht schreiben wir dir wieder.',
      at: 'Sie war bis {day} offen.',
      stub: 'Abgelaufen',
    },
    'called-back': {
      title: 'Das haben wir zu früh geschickt',
      text: 'Wir mussten diese Einladung zurücknehmen, und das tut uns leid. Du bist auf deinem Platz in der Schlange wie zuvor, und wir schreiben dir, wenn dein Stuhl bereit ist.',
      stub: 'Zurückgenommen',
    },
    unknown: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Vielleicht wurde dein Platz gelöscht, du verwendest jetzt eine andere E-Mail-Adresse, oder ein Teil des Links fehlt. Öffne ihn noch einmal aus der E-Mail, oder sieh dir deinen Platz an.',
    },
    failed: {
      title: 'Wir können gerade nicht nachsehen',
      text: 'Das Netz oder unser Server antwortet nicht. Deine Einladung ist sicher: Bitte versuch es gleich noch einmal.',
      again: 'Noch einmal versuchen',
    },
    notAccepted: 'Das hat nicht geklappt. Nichts ist verloren: Bitte versuch es gleich noch einmal.',
    place: 'Deinen Platz ansehen',
    home: 'Zur Startseite',
  },
  unsubscribe: {
    title: 'Keine E-Mails mehr?',
    text: 'Einmal drücken, und {brand} schickt keine E-Mails mehr an die Adresse, an die dieser Link ging. Dein Platz in der Schlange bleibt deiner.',
    button: 'Abbestellen',
    fewer: {
      text: 'Oder behalte die wenigen, in denen es um deinen Platz geht: wenn jemand beigetreten ist, deine Einladung, deine Links.',
      button: 'Nur E-Mails zu meinem Platz',
      done: {
        title: 'Nur die, die für dich wichtig sind',
        text: 'Du bekommst keine Neuigkeiten mehr von uns, nur noch E-Mails zu deinem Platz: wenn jemand beitritt, und wenn ein Stuhl frei ist.',
      },
    },
    working: 'Einen Moment …',
    done: {
      title: 'Das war die letzte',
      text: 'An diese Adresse schicken wir keine E-Mails mehr. Dein Platz in der Schlange, dein Code und deine Leute bleiben, wie sie sind.',
      undo: 'Ich möchte wieder E-Mails',
    },
    undone: {
      title: 'Willkommen zurück',
      text: 'Du bekommst wieder E-Mails von uns: wenn jemand beitritt, und wenn ein Stuhl frei ist.',
    },
    unknown: {
      title: 'Dieser Link ist unvollständig',
      text: 'Kopier ihn ganz aus der E-Mail, oder schreib uns, dann kümmert sich jemand darum:',
    },
    failed: 'Das hat nicht geklappt. Nichts ist verloren: Bitte versuch es gleich noch einmal.',
  },
  mails: {
    greeting: 'Hallo {name},',
    welcome: {
      subject: 'Du bist {place} auf der {brand}-Warteliste',
      preview: 'Dein Stuhl ist reserviert. Dein Code ist {code}. Teile ihn und rück vor, wenn jemand beitritt.',
      previewNoPlaces: 'Dein Stuhl ist reserviert. Dein Code ist {code}. Teile ihn mit deinen Leuten.',
      previewFirst: 'Dein Stuhl ist reserviert, ganz vorn. Dein Code ist {code}.',
      text: 'Danke, dass du dabei bist und uns erzählt hast, wie du arbeitest. Dein Stuhl ist reserviert, du kannst dich also wieder deinem Tag widmen.',
      answers: {
        title: 'Was du uns gesagt hast',
        change: {
          before: 'Hat sich etwas geändert? ',
          link: 'Ändere deine Antworten',
          after: ', wann immer du willst.',
        },
        labels: {
          is_solo_provider: 'Du arbeitest',
          job_industry: 'Dein Beruf',
          problems: 'Das möchtest du loswerden',
          goals: 'Das möchtest du',
          price_range: 'So viel würdest du zahlen',
        },
        providers: { solo: 'selbstständig und allein', group: 'in einem Team' },
        ahead: 'Damit bist du {places:one:# Platz|other:# Plätze} weiter vorn gestartet.',
        invitedBy: 'Du bist mit diesem Code beigetreten:',
      },
    },
    notification: {
      subject: '{friends:one:Jemand ist|other:# Personen sind} beigetreten, und du bist jetzt {place}',
      subjectStill: '{friends:one:Jemand ist|other:# Personen sind} beigetreten, und du bist weiter {place}',
      preview: 'Dein Link wirkt: bisher {friends}.',
      title: '{friends:one:Jemand hat|other:# Personen haben} Platz genommen',
      one: '{friend} ist mit deinem Code auf die {brand}-Warteliste gekommen.',
      several: '{count} Personen sind mit deinem Code auf die {brand}-Warteliste gekommen{since}{who}.',
      since: ', seit unserer letzten E-Mail',
      who: ': {names}',
      whoElse: ': {names} und {others} weitere',
      friends: { label: 'Deine Leute bisher', count: '{count:one:# Person|other:# Personen}' },
      waits: {
        confirm:
          '{waiting:one:Eine weitere Person zählt|other:# weitere Personen zählen}, sobald ihre E-Mail-Adresse bestätigt ist.',
        look: '{waiting:one:Eine weitere Anmeldung sehen|other:# weitere Anmeldungen sehen} wir uns noch an.',
        beyond:
          '{waiting:one:Eine weitere Person ist|other:# weitere Personen sind} über den zehn, die mit einer E-Mail-Domain zählen: Die sehen wir uns zuerst an.',
      },
      unknownFriend: 'Jemand',
      milestones: {
        reached: 'Du hast eine Etappe erreicht',
        next: 'Noch {friends:one:# Person|other:# Personen} bis zur nächsten Etappe',
      },
    },
    code: 'Der Knopf funktioniert nicht? Gib innerhalb einer Stunde auf {page} diesen Code ein: {code}',
    press: {
      friend: {
        text: 'Die Person, die dich eingeladen hat, hat schon viele mitgebracht. Tippe auf den Knopf, damit du auch zählst.',
        button: 'Für sie zählen',
      },
    },
    wayBack: {
      open: 'Deinen Platz ansehen',
      yours:
        'Dieser Link öffnet deinen Platz, deine Leute und deine Antworten. Bewahr ihn gut auf und teile ihn nicht.',
    },
    placeLink: {
      subject: 'Dein Platz auf der {brand}-Warteliste',
      preview: 'Hier ist der Link, den du wolltest. Er öffnet deinen Platz auf jedem Gerät.',
      title: 'Willkommen zurück',
      open: 'Deinen Platz öffnen',
      notYou:
        'Dieser Link ist nur für dich. Wenn du ihn nicht angefordert hast, ignorier diese E-Mail. Nichts hat sich geändert.',
      newAnswers: {
        title: 'Hast du neue Antworten gesendet?',
        text: 'Jemand hat sich mit deiner E-Mail-Adresse noch einmal angemeldet. Wenn du das warst, nimm die neuen Antworten. Sie ersetzen die alten.',
        button: 'Meine neuen Antworten nehmen',
      },
    },
    confirm: {
      subject: 'Dein Platz auf der {brand}-Warteliste: Bist du das?',
      preview: 'Einmal tippen, und der Stuhl gehört dir.',
      title: 'Dein Platz wartet',
      card: 'Wir halten dir einen Stuhl frei.',
      text: 'Tippe auf den Knopf, um dir deinen Stuhl zu sichern und deine Nummer zu sehen. Wir müssen nur prüfen, ob diese Adresse dir gehört.',
      button: 'Platz bestätigen',
      kept: 'Wir halten ihn bis {day} frei.',
      notYou: 'Wenn du dich nicht angemeldet hast, ignorier diese E-Mail, und wir vergessen deine Adresse.',
      reminder: {
        subject: 'Dein Platz auf der {brand}-Warteliste wartet noch',
        preview: 'Tippe auf den Knopf, und der Stuhl gehört dir.',
        title: 'Wir halten deinen Stuhl noch frei',
        text: 'Tippe auf den Knopf, um dir deinen Stuhl zu sichern und deine Nummer zu sehen. Das ist die einzige Erinnerung, die wir schicken.',
      },
    },
    confirmAnswers: {
      subject: 'Hast du gerade deine {brand}-Antworten geändert?',
      preview: 'Einmal tippen, und deine neuen Antworten gelten.',
      title: 'Warst du das?',
      card: 'Jemand hat sich mit deiner E-Mail-Adresse noch einmal angemeldet.',
      text: 'Wenn du das warst, tippe auf den Knopf, und deine neuen Antworten ersetzen die alten. Deinen Platz behältst du so oder so.',
      button: 'Ja, nehmt meine neuen Antworten',
      notYou: 'Wenn du das nicht warst, ignorier diese E-Mail. Nichts ändert sich.',
    },
    confirmAddress: {
      subject: 'Diese Adresse für deinen {brand}-Platz verwenden?',
      preview: 'Einmal tippen, und dein Platz zieht zu dieser Adresse um.',
      title: 'Eine neue Adresse für deinen Platz?',
      card: 'Jemand auf unserer Warteliste möchte diese Adresse verwenden.',
      text: 'Tippe auf den Knopf, und wir schreiben dir zu deinem Platz ab jetzt an diese Adresse. Platz, Leute und Code behältst du.',
      button: 'Diese Adresse verwenden',
      notYou: 'Wenn du das nicht wolltest, ignorier diese E-Mail. Nichts ändert sich.',
      why: 'Du bekommst diese E-Mail, weil jemand auf der {brand}-Warteliste diese Adresse angegeben hat.',
    },
    invitation: {
      subject: 'Dein Stuhl bei {brand} ist bereit',
      text: 'Du hast in der Schlange gewartet, und jetzt bist du an der Reihe. {brand} steht dir offen.\n\nTippe auf den Knopf, und wir zeigen dir deinen Stuhl.',
      preview: 'Du bist an der Reihe. Einmal tippen, und du bist drin.',
      title: 'Dein Stuhl ist bereit',
      card: 'Du bist an der Reihe. Komm rein und nimm Platz.',
      stub: 'Für dich offen',
      button: 'Platz nehmen',
      kept: 'Wir halten deinen Stuhl {days:one:einen Tag|other:# Tage} frei. Dieser Link ist nur für dich, bitte teile ihn nicht.',
      why: 'Du bekommst diese E-Mail, weil du mit dieser Adresse auf der {brand}-Warteliste stehst.',
      reminder: {
        subject: 'Dein Stuhl bei {brand} ist noch frei',
        preview: 'Nimm bei {brand} Platz, bevor die Nächsten in der Schlange dran sind.',
        title: 'Dein Stuhl ist noch frei',
        card: 'Wir halten ihn bis {day} für dich frei.',
        text: 'Tippe auf den Knopf, um Platz zu nehmen. Noch nicht so weit? Dann tu nichts, und du gehst zurück auf deinen Platz in der Schlange.',
        last: 'Das ist die einzige Erinnerung, die wir schicken.',
      },
    },
    reward: {
      subject: 'Deine Belohnung: {reward}',
      preview: 'Deine Leute sind dabei, und hier ist dein Code.',
      title: 'Das hast du dir verdient',
      text: 'Deine Leute sind auf der {brand}-Warteliste, deshalb gehört das dir: {reward}.',
      code: 'Dein Code',
    },
    opening: {
      subject: 'Die {brand}-Warteliste ist offen',
      preview: 'Wir sollten dir Bescheid sagen. Hier ist der Link.',
      title: 'Wir haben geöffnet',
      text: 'Wir sollten dir sagen, wenn du dich anmelden kannst. Jetzt geht es, und es dauert zwei Minuten.',
      button: 'Auf die Warteliste',
      why: 'Du bekommst diese E-Mail ein einziges Mal, weil diese Adresse auf unserer Seite hinterlassen wurde, während die Liste pausierte. Wir haben sie inzwischen gelöscht.',
    },
    contact: {
      subject: 'Nachricht von {name}',
      preview: 'Jemand hat dir über die Kontaktseite geschrieben.',
      title: 'Eine Nachricht für dich',
      from: 'Von',
      answer: 'Antworte auf diese E-Mail, um zurückzuschreiben.',
      answerByHand:
        'Schreib zum Antworten eine neue E-Mail an {email}. Nicht jedes Mailprogramm kann an so eine Adresse antworten.',
    },
    test: {
      subject: 'Eine Test-E-Mail der {brand}-Warteliste',
      preview: 'E-Mails deiner Warteliste kommen an.',
      title: 'Es funktioniert',
      text: 'Du hast diese E-Mail aus deinem Dashboard geschickt. Alle E-Mails kommen von {from}.',
      links: 'Links in E-Mails führen zu',
    },
    place: { beforeNow: 'Jetzt bist du', beforeStill: 'Du bist weiter', you: 'Du' },
    share: { button: 'Deinen Link teilen', or: 'Oder teile ihn auf', on: 'Teilen auf' },
    footer: {
      why: 'Du bekommst diese E-Mail, weil diese Adresse auf der {brand}-Warteliste angemeldet wurde.',
      unsubscribe: 'Abbestellen',
      stop: 'Abbestellen:',
    },
  },
  privacy: {
    title: 'Datenschutz',
    version: 'Text {number}, seit {day}',
    lead: 'In klaren Worten: was wir speichern, warum und wie lange, und wie du es ansiehst, änderst und löschst.',
    loading: 'Einen Moment …',
  },
  privacySentence: {
    before: 'Was wir über dich speichern und wie du es löschen lässt, steht auf unserer ',
    link: 'Datenschutzseite',
    after: '.',
  },
  privacyText: {
    days: '{days:one:ein Tag|other:# Tage}',
    short: {
      title: 'Kurz gesagt',
      gives: 'Du gibst uns eine E-Mail-Adresse und deine Antworten. Du bekommst einen Platz in der Schlange.',
      mail: 'Wir schreiben dir zu deinem Platz, bis du uns sagst, dass wir aufhören sollen.',
      noMail: 'Wir schicken dir keine E-Mails.',
      google: 'Wir zählen Besuche ohne Cookies. Google zählt dich nur, wenn du zustimmst.',
      noGoogle: 'Wir zählen Besuche ohne Cookies, und niemand sonst zählt dich.',
      yourself: 'Du kannst alles selbst ansehen, ändern, herunterladen und löschen.',
      writeToUs:
        'Du kannst deine Antworten selbst ansehen und ändern. Schreib uns, um alles herunterzuladen oder zu löschen.',
    },
    stored: {
      title: 'Was wir speichern, wenn du dich anmeldest',
      answers:
        'deine E-Mail-Adresse, deine Antworten und wann du sie gegeben hast; auch frühere Antworten, höchstens zwanzig Fassungen, damit niemand deine endgültig überschreiben kann',
      waiting:
        'was mit deiner E-Mail-Adresse gesendet wurde, und den Fingerabdruck des Netzes, aus dem es kam, bis du bestätigst: Vorher stehst du nicht auf der Liste',
      number:
        'deine Nummer, deinen Platz, deine Empfehlungscodes und wer damit beigetreten ist. Du siehst die Adressen dieser Personen nur verdeckt, wie j•••@gmail.com, und sie sehen deine nicht',
      code: 'den Code, mit dem du gekommen bist, und die Kampagne, die dein Link genannt hat, falls es eine gab',
      fullName: 'deinen vollständigen Namen, so wie du ihn zuletzt angegeben hast',
      form: 'wie lange du für das Formular gebraucht hast, wann du es geöffnet hast, und die Fassung dieser Seite',
      network:
        'einen Fingerabdruck des Netzes, aus dem du dich angemeldet hast, mit einem geheimen Schlüssel erzeugt. Er sagt uns nur, dass mehrere Personen aus einem Netz kamen. Die Adresse deines Geräts speichern wir nicht',
      puzzle:
        'dass dein Browser von selbst ein kleines Rätsel gelöst hat, falls Programme die Liste angriffen, als du dich angemeldet hast',
      mails:
        'welche E-Mails wann an dich gingen, ob du eine Einladung geöffnet oder angenommen hast, ob du einen Link in einer Neuigkeit angeklickt hast, wann du zuletzt einen neuen Link angefordert hast, ob du E-Mails möchtest, und ob eine E-Mail zurückkam oder als Spam gemeldet wurde',
      newEmail:
        'eine andere E-Mail-Adresse, die du verwenden möchtest, bis du sie bestätigst, und höchstens 30 Tage lang',
      review:
        'was unseren Regeln an einer Anmeldung auffällt, zum Beispiel ein Wegwerf-Postfach, und was wir darüber entscheiden; unsere eigenen Markierungen und Notizen zu dir',
      messages: 'was du uns auf der Kontaktseite schreibst',
      why: 'Wir nutzen es für drei Dinge: um deinen Platz zu behalten, dir davon zu berichten, und zu lernen, was Menschen in deinem Beruf brauchen. Kein Programm weist jemanden von selbst ab: Wo unsere Regeln an einer Anmeldung zweifeln, entscheidet ein Mensch.',
    },
    others: {
      title: 'Wer es noch bekommt',
      nobody: 'Niemand. Alles bleibt auf unserem eigenen Server.',
      some: 'Wir verkaufen es nicht. Diese Dienste arbeiten für uns:',
      services: {
        mail: 'unser E-Mail-Anbieter, der unsere E-Mails zu dir bringt und uns sagt, wenn sie zurückkommen',
        notion:
          'Notion, wo wir unsere Notizen führen: deine E-Mail-Adresse, dein vollständiger Name, deine Antworten, deine Position, dein Code, der Code, mit dem du gekommen bist, und der Tag deiner Anmeldung',
        beehiiv:
          'Beehiiv, das unseren Newsletter verschickt: deine E-Mail-Adresse, der Name deines Geschäfts, die Antworten, die du aus einer Liste gewählt hast, deine Position, dein Code und die Kampagne deines Links',
        mailchimp:
          'Mailchimp, das unseren Newsletter verschickt: deine E-Mail-Adresse, deine Position, dein Platz in der Schlange, wie viele mit deinem Link beigetreten sind, dein Code, dein Link und unsere Markierungen zu dir',
        kit: 'Kit, das unseren Newsletter verschickt: deine E-Mail-Adresse, deine Position, dein Platz in der Schlange, wie viele mit deinem Link beigetreten sind, dein Code, dein Link und unsere Markierungen zu dir',
        klaviyo:
          'Klaviyo, das unseren Newsletter verschickt: deine E-Mail-Adresse, deine Position, dein Platz in der Schlange, wie viele mit deinem Link beigetreten sind, dein Code, dein Link und unsere Markierungen zu dir',
      },
      newsletterAnswers: ', und die Antworten, die du aus einer Liste gewählt hast',
      google:
        'Google Analytics, nur wenn du zustimmst: welche Seiten du öffnest. Nie deine E-Mail-Adresse, deine Antworten oder deinen Code',
      email: 'deine E-Mail-Adresse',
      fullName: 'deinen Namen',
      answers: 'deine Antworten',
    },
    mail: {
      title: 'E-Mails',
      may: 'Diese E-Mails können zu dir kommen:',
      confirm:
        'eine, die dich bittet, deine Adresse zu bestätigen, und eine Erinnerung. Bis du bestätigt hast, bekommst du keine anderen, und kein Dienst erfährt etwas über dich',
      newAnswers: 'eine, die fragt, ob neue Antworten in deinem Namen von dir sind',
      welcome: 'eine Begrüßung mit deiner Nummer',
      friends: 'eine, wenn jemand mit deinem Code beigetreten ist, höchstens drei am Tag',
      invitation: 'eine, wenn ein Stuhl für dich frei ist, und eine weitere, bevor die Einladung endet',
      link: 'der Link zu deinem Platz, wenn du ihn anforderst',
      updates:
        'ab und zu eine Neuigkeit. Ihre Links führen vielleicht über unsere eigene Adresse, damit wir wissen, ob du einen angeklickt hast',
      opening: 'wenn du deine Adresse hinterlassen hast, während die Liste pausierte, eine, wenn sie öffnet',
      newEmail: 'an eine andere Adresse, die du verwenden möchtest, eine, die fragt, ob sie dir gehört',
      ends: 'In jeder E-Mail zu deinem Platz steht ein Link, der sie beendet. Danach bekommst du nur noch die, die du oder jemand in deinem Namen anfordert: den Link zu deinem Platz und Fragen zur Bestätigung. Die anderen kannst du an deinem Platz wieder einschalten.',
      returned:
        'Wenn E-Mails an dich endgültig zurückkommen oder du sie als Spam meldest, schicken wir keine mehr, außer dem Link zu deinem Platz, den du anforderst.',
    },
    browser: {
      title: 'Dein Browser',
      cookies:
        'Wir setzen bei Besucherinnen und Besuchern keine Cookies, mit zwei Ausnahmen: Wenn du deine E-Mail-Adresse ohne Skripte oder auf einer anderen Website hinterlässt, bewahrt ein Cookie sie zehn Minuten auf, bis du die Fragen beantwortet hast; und wenn du deinen Platz ohne Skripte öffnest, bewahrt ein Cookie dessen Schlüssel eine Stunde auf. Dein Browser behält für sich: die E-Mail-Adresse und die Antworten, die du noch nicht gesendet hast, was du gesendet hast, den Code, mit dem du gekommen bist, und den Schlüssel zu deinem Platz, der ihn so zeigt, wie du ihn zuletzt gesehen hast. „Nicht du?“ fragt zuerst und löscht dann all das aus diesem Browser. Wenn du deinen Platz löschst, wird es auch dort gelöscht.',
      visits:
        'Wir zählen Seitenaufrufe, Schritte des Formulars und geteilte Links als reine Zahlen, ohne etwas über dich.',
      google:
        'Wenn du zustimmst, setzt Google Analytics Cookies und zählt dich. Das kannst du unter „Cookie-Einstellungen“ am Fuß jeder Seite zurücknehmen.',
      film: 'Der Film auf unserer ersten Seite kommt von {site}. Bevor du auf Abspielen drückst, wird von dort nichts geladen. Dann fragt dein Browser {site} nach dem Film; dort wird die Adresse deines Geräts gesehen und vielleicht etwas in deinem Browser gespeichert.',
    },
    howLong: {
      title: 'Wie lange',
      place:
        'deinen Platz, deine Antworten und alles, was hier nicht genannt ist: bis du gehst oder die Liste geschlossen wird',
      messages:
        'Nachrichten von der Kontaktseite, Kopien dessen, was du gesendet hast, frühere Antworten und eine E-Mail-Adresse, die wir für dich korrigiert haben: {days}',
      opening:
        'eine E-Mail-Adresse, die du hinterlassen hast, um von der Öffnung zu erfahren: bis wir dir Bescheid gesagt haben, höchstens {days}',
      network:
        'den Fingerabdruck deines Netzes: {days}. Wo wir etwas über ein ganzes Netz oder eine E-Mail-Domain entschieden haben, etwa dass alle aus einem Salon mitmachen dürfen, behalten wir dessen Fingerabdruck oder Namen, bis wir die Entscheidung beenden',
      puzzle: 'dass ein Rätsel gelöst wurde, unter einem Fingerabdruck deiner E-Mail-Adresse: etwa zwei Stunden',
      waiting:
        'was mit deiner E-Mail-Adresse gesendet und nie bestätigt wurde: etwa {days}, oder bis du es mit dem Link in unserer E-Mail löschst',
      mails: 'wie viele E-Mails heute an deine Adresse gingen, unter einem Fingerabdruck davon: etwa ein Tag',
      oldEmail:
        'nachdem du gehst oder eine andere Adresse verwendest, die alte: nur bis jeder Dienst gelöscht hat, was er hat',
      oldEmailStopped:
        'nachdem du eine andere Adresse verwendest, einen Fingerabdruck der alten, mit einem geheimen Schlüssel erzeugt: {days}, damit die Links in unseren früheren E-Mails sie weiter abbestellen. Hat einer das getan: so lange, wie diese Adresse keine E-Mails möchte',
      backups:
        'Kopien in unseren Sicherungen: bis wir diese löschen. Stellen wir je eine wieder her, werden Personen, die gegangen waren, erneut daraus gelöscht',
    },
    rights: {
      title: 'Was du entscheidest',
      yourself:
        'An deinem Platz kannst du alles ansehen, ändern, herunterladen und löschen. Der Link dorthin steht in unseren E-Mails zu deinem Platz, und „Schon dabei?“ auf der ersten Seite schickt dir einen neuen. Unsere eigenen Markierungen und Notizen zu dir stehen dort nicht: Schreib uns, und wir sagen dir, was darin steht.',
      writeToUs:
        'Du kannst deine Antworten an deinem Platz ansehen und ändern, in dem Browser, mit dem du dich angemeldet hast. Um alles herunterzuladen oder zu löschen, schreib uns.',
      object:
        'Du darfst auch widersprechen oder dich bei der Datenschutzbehörde beschweren, bei der du lebst. Du kannst es auch zuerst uns sagen, damit wir es in Ordnung bringen.',
      after: 'Wenn du gehst, bleibt das:',
      number: 'die Nummer, die du hattest, und deine Empfehlungscodes, ohne deinen Namen',
      fingerprint:
        '{days} lang ein Fingerabdruck deiner Adresse, mit einem geheimen Schlüssel erzeugt. Niemand kann die Adresse daraus lesen; er sagt uns nur, dass dieselbe Adresse wiederkommt. So kann dich niemand aus einer Datei wieder auf die Liste setzen, und eine abgelehnte Anmeldung bleibt abgelehnt',
    },
    us: { title: 'Wer wir sind', text: '{who}. Schreib an {support}: Ein Mensch liest es.' },
  },
  missing: {
    off: '{needs} geht nur mit JavaScript. Bitte schalte es ein und lade diese Seite neu.',
    late: {
      title: 'Noch ist nicht alles da.',
      text: '{needs} geht erst, wenn ein Teil dieser Seite geladen ist.',
      offline: 'Gerade besteht keine Verbindung. Bitte versuch es gleich noch einmal.',
      again: 'Noch einmal versuchen',
    },
    tooOld:
      'Dieser Browser zeigt die Seite ohne ihre Gestaltung, und manches funktioniert vielleicht nicht. Um alles zu sehen, aktualisiere den Browser, öffne die Seite in einem anderen, oder schreib an {support}.',
    home: 'Zur Startseite',
  },
  withoutScripts: {
    home: { needs: 'Auf die Warteliste zu kommen' },
    contact: { needs: 'Das Formular zu senden', instead: 'Du kannst stattdessen an {support} schreiben.' },
    form: {
      needs: 'Die Fragen zu beantworten',
      title: 'Deine Fragen',
      text: 'Ein paar kurze Fragen zu deiner Arbeit, dann hast du deinen Platz.',
    },
    thankYou: {
      needs: 'Deine Nummer zu sehen',
      title: 'Du bist dabei!',
      text: 'Dein Platz ist sicher. Diese Seite zeigt deine Nummer und deinen Empfehlungslink.',
    },
    checkInbox: {
      needs: 'Die E-Mail noch einmal zu senden',
      title: 'Schau in dein Postfach',
      text: 'Wir haben dir eine E-Mail geschickt. Öffne sie auf irgendeinem Gerät und drück den Knopf darin.',
    },
    confirm: {
      needs: 'Das Bestätigen',
      instead: 'Dein Link funktioniert auch auf einem anderen Gerät.',
      title: 'Bist du das?',
      text: 'Einmal drücken auf dieser Seite bestätigt deine E-Mail-Adresse.',
    },
    place: {
      needs: 'Deinen Platz zu sehen',
      instead: 'Dein Platz ist sicher, und dein Link funktioniert auch auf einem anderen Gerät.',
      title: 'Dein Platz',
      text: 'Diese Seite zeigt deine Nummer, deine Leute und was dich nach vorn bringt.',
    },
    invitation: {
      needs: 'Platz zu nehmen',
      instead: 'Dein Link funktioniert auch auf einem anderen Gerät.',
      title: 'Deine Einladung',
      text: 'Einmal drücken auf dieser Seite, und der Stuhl gehört dir.',
    },
    admin: { needs: 'Das Dashboard', title: 'Dashboard', text: 'Hier meldet sich an, wem diese Warteliste gehört.' },
  },
  plainForms: {
    mailCode: 'Code per E-Mail senden',
    leaveEmpty: 'Lass den Code leer, und wir schicken dir einen neuen.',
    codeMailed: 'Ein neuer Code ist zu dir unterwegs. Gib ihn hier ein.',
    answersChanged: 'Hat sich etwas geändert? Ändere es hier. Deine Position bleibt gleich.',
    correct: 'Meine Antworten ändern',
    goOn: 'Weiter zu {brand}',
    fault: 'Bitte sieh dir das noch einmal an.',
    missing: { text: 'Bitte füll das aus.', choice: 'Bitte wähl eine Antwort.' },
    otherMissing: 'Wenn du Anderes wählst, schreib bitte dazu, was.',
    unknownCode: 'Diesen Code hat niemand auf der Warteliste. Bitte korrigiere ihn, oder lass ihn leer.',
    meant: 'Stimmt {email}? Dann korrigiere es bitte hier.',
    onceMore: {
      answers: 'Bitte sieh dir deine Antworten an und sende sie noch einmal.',
      form: 'Bitte sieh dir dieses Formular an und sende es noch einmal.',
    },
    tooOld: {
      form: 'Dieses Formular ist zu alt. Bitte beginn noch einmal mit deiner E-Mail-Adresse.',
      page: 'Diese Seite ist zu alt. Bitte öffne sie noch einmal mit einem Code.',
    },
  },
  questions: {
    full_name: { label: 'Name', question: 'Wie heißt du?', placeholder: 'Vor- und Nachname eingeben' },
    business_name: {
      label: 'Name des Geschäfts',
      question: 'Wie heißt dein Geschäft?',
      placeholder: 'Namen deines Geschäfts eingeben',
    },
    is_solo_provider: { label: 'Selbstständig', question: 'Arbeitest du selbstständig und allein?' },
    job_industry: {
      label: 'Beruf',
      question: 'Was machst du beruflich?',
      choices: {
        Barber: 'Barbier',
        Hairdresser: 'Friseurhandwerk',
        'Nail Artist': 'Nageldesign',
        'Make Up Artist': 'Make-up und Visagistik',
        Other: 'Anderes',
      },
    },
    problems: {
      label: 'Schwierigkeiten',
      question: 'Welche Probleme wärst du gern los?',
      choices: {
        'Managing tasks while fulfilling services': 'Organisieren, während ich an Kundinnen arbeite',
        'Managing pricing and discounts effectively': 'Preise und Rabatte richtig festlegen',
        'Not knowing which growth strategies actually work': 'Nicht wissen, was mein Geschäft wirklich wachsen lässt',
        'Challenges in expanding your client base': 'Neue Kundschaft finden',
        'Difficulty keeping existing clients returning': 'Stammkundschaft halten',
        'Wasting time and money on marketing with little results': 'Zeit und Geld für Werbung, die wenig bringt',
        Other: 'Anderes',
      },
    },
    goals: {
      label: 'Ziele',
      question: 'Was sind deine Ziele?',
      choices: {
        'Increase my number of bookings': 'Mehr Termine',
        'Improve client retention and loyalty': 'Kundinnen, die bleiben und wiederkommen',
        'Reduce time spent on marketing': 'Weniger Zeit für Werbung',
        'Get clear, data-driven strategies that work': 'Klare Strategien aus Zahlen, die funktionieren',
        'Automate client acquisition and business processes': 'Kundengewinnung und Abläufe automatisieren',
        'Grow my income and revenue stability': 'Mehr und verlässlicheres Einkommen',
        'Connect with other solo providers': 'Andere Selbstständige kennenlernen',
        'Connect with mentors': 'Mentorinnen und Mentoren finden',
        Other: 'Anderes',
      },
    },
    price_range: {
      label: 'Preis',
      question: 'Wie viel wäre es dir wert?',
      choices: {
        '£0 - £10/month': { label: '£0–£10/Monat', phrase: 'Ein bisschen Hilfe bei Erinnerungen und Bildtexten' },
        '£10 - £30/month': { label: '£10–£30/Monat', phrase: 'Etwa so viel wie einmal Spitzenschneiden' },
        '£30 - £60/month': { label: '£30–£60/Monat', phrase: 'Wenn es eine Stammkundin im Monat zurückbringt' },
        '£60+/month': { label: '£60+/Monat', phrase: 'Wenn es den Kalender führt, während ich am Stuhl arbeite' },
      },
    },
  },
}
