import type { TemplateTranslations } from '#shared/site/translation.ts'

const invalid = 'W adresie e-mail jest znak @, na przykład ty@example.com.'
const again = 'Znów dostajesz od nas e-maile: gdy ktoś dołączy i gdy Twoje miejsce będzie gotowe.'

const neutral = {
  signUp: { invalid },
  checkInbox: {
    text: { after: '. Naciśnij w nim przycisk, żeby zająć miejsce.' },
    textAlone: 'Wysłaliśmy Ci e-mail. Naciśnij w nim przycisk, żeby zająć miejsce.',
    waiting: {
      text: 'Wysłaliśmy e-mail na {email}. Naciśnij w nim przycisk, żeby zająć miejsce, albo otwórz to, żeby poprawić adres lub wysłać ponownie.',
    },
  },
  titles: { picture: 'Ludzie stoją w kolejce po pierwsze miejsce' },
  privacyText: {
    mail: { invitation: 'gdy przyjdzie Twoja kolej, i jeszcze jeden, zanim zaproszenie wygaśnie' },
    howLong: {
      network:
        'odcisk Twojej sieci: {days}. Gdy postanowimy coś o całej sieci lub domenie, na przykład że wszyscy z biura mogą dołączyć, trzymamy jej odcisk lub nazwę do końca tej decyzji',
    },
  },
  place: {
    loading: 'Szukamy Twojego miejsca...',
    invited: {
      title: 'Twoje miejsce jest gotowe',
      open: 'Zaproszenie jest w Twojej skrzynce, a miejsce czeka do: {day}.',
      button: 'Zajmij miejsce',
      fresh: 'Nie możesz znaleźć e-maila? Otwórz tę stronę linkiem z ostatniej godziny i zajmij miejsce tutaj.',
    },
    friends: {
      empty:
        'Nikt jeszcze nie dołączył z Twoim kodem. Pierwsza osoba jest najtrudniejsza: wyślij link komuś, komu też się to spodoba.',
    },
    email: { resumed: again, invalid },
    ask: { invalid },
  },
  unsubscribe: {
    fewer: {
      done: {
        text: 'Nie dostaniesz już nowości, tylko e-maile o swoim miejscu: gdy ktoś dołączy i gdy przyjdzie Twoja kolej.',
      },
    },
    undone: { text: again },
  },
  seat: {
    open: {
      title: 'Twoje miejsce jest gotowe',
      text: 'Czekanie za Tobą, teraz Twoja kolej. Zapraszamy.',
      button: 'Zajmij miejsce',
    },
    loading: 'Szukamy Twojego miejsca...',
    accepted: { text: 'Miejsce jest Twoje na dobre. Witamy w {brand}.' },
    unreachable: {
      text: 'Miejsce jest Twoje na dobre, ale {brand} teraz nie odpowiada. Nic nie zginęło: spróbuj za chwilę albo wróć do tego linku później.',
    },
    'called-back': {
      text: 'Musieliśmy wycofać to zaproszenie i przepraszamy. Jesteś w kolejce jak wcześniej, a my napiszemy, gdy przyjdzie Twoja kolej.',
    },
  },
  withoutScripts: {
    invitation: {
      needs: 'Zajęcie miejsca',
      text: 'Jedno kliknięcie na tej stronie i miejsce jest Twoje.',
    },
  },
  mails: {
    welcome: {
      preview: 'Twoje miejsce czeka. Twój kod to {code}. Podziel się nim i awansuj, gdy ktoś dołączy.',
      previewNoPlaces: 'Twoje miejsce czeka. Twój kod to {code}. Podziel się nim ze znajomymi.',
      previewFirst: 'Twoje miejsce czeka, na samym przodzie. Twój kod to {code}.',
      text: 'Dziękujemy za zapis. Miejsce jest Twoje i nic więcej nie trzeba robić. Napiszemy, gdy przyjdzie Twoja kolej.',
      answers: { providers: { solo: 'W pojedynkę', group: 'W zespole' } },
    },
    notification: {
      title: '{friends:one:# osoba stanęła|few:# osoby stanęły|many:# osób stanęło|other:# osoby stanęło} w kolejce',
    },
    confirm: {
      preview: 'Jedno kliknięcie i miejsce jest Twoje.',
      card: 'Trzymamy dla Ciebie miejsce.',
      text: 'Naciśnij przycisk, żeby zająć miejsce i zobaczyć swój numer. Musimy tylko sprawdzić, że ten adres jest Twój.',
      reminder: {
        preview: 'Naciśnij przycisk i miejsce jest Twoje.',
        title: 'Nadal trzymamy Twoje miejsce',
        text: 'Naciśnij przycisk, żeby zająć miejsce i zobaczyć swój numer. To jedyne przypomnienie, jakie wysyłamy.',
      },
    },
    invitation: {
      subject: 'Twoje miejsce w {brand} jest gotowe',
      text: 'Czekanie w kolejce za Tobą, teraz Twoja kolej. {brand} stoi przed Tobą otworem.\n\nNaciśnij przycisk i zapraszamy.',
      title: 'Twoje miejsce jest gotowe',
      card: 'Twoja kolej. Zapraszamy.',
      button: 'Zajmij miejsce',
      kept: 'Trzymamy Twoje miejsce przez {days:one:# dzień|few:# dni|many:# dni|other:# dnia}. Ten link jest tylko dla Ciebie, nie udostępniaj go.',
      reminder: {
        subject: 'Twoje miejsce w {brand} nadal jest wolne',
        preview: 'Naciśnij przycisk i miejsce jest Twoje.',
        title: 'Twoje miejsce nadal jest wolne',
        text: 'Naciśnij przycisk, żeby zająć miejsce. Jeszcze nie teraz? Nie rób nic, a wrócisz do kolejki.',
      },
    },
  },
}

const film = {
  title: 'Wszystko w minutę',
  play: 'Obejrzyj film',
  facts: 'Dźwięk niepotrzebny',
  words: [{ text: 'Oto {brand}.' }],
}
const joined = '+ osób już dołączyło'
const belief = 'W co wierzymy'
const title = 'Pytania i odpowiedzi'
const when = '{launch}. Osoby z listy dowiedzą się pierwsze, w kolejności z kolejki.'
const early = {
  question: 'Co mi da wczesny zapis?',
  answer:
    'Numer, który należy do Ciebie. Kolejka się przesuwa, gdy wpuszczamy kolejne osoby, a każda, która dołączy z Twoim linkiem, przesuwa Cię do przodu.',
}
const ready =
  'Zostaw e-mail{questions:=0:|=1:, odpowiedz na jedno krótkie pytanie|few:, odpowiedz na # krótkie pytania|other:, odpowiedz na # krótkich pytań} i masz miejsce w kolejce. Każda osoba, która dołączy z Twoim linkiem, przesuwa Cię do przodu.'

export const pl: TemplateTranslations = {
  app: {
    ...neutral,
    brand: { pitch: 'Aplikacja, dzięki której masz jedną rzecz z głowy.' },
    share: {
      text: '{brand} to aplikacja, na którą czekam, a ja jestem na liście oczekujących. Przeskocz kolejkę z moim linkiem:',
    },
    landing: {
      film,
      belief: { title: belief, quote: 'Na dobre rzeczy warto czekać, najlepiej wspólnie.' },
      trades: ['zaplanowane', 'wspólne', 'zapamiętane', 'załatwione'],
      headline: { before: 'Małe rzeczy,', after: 'w jednej aplikacji.' },
      lead: '{brand} to aplikacja, dzięki której codziennie masz jedną rzecz z głowy. Dołącz do listy oczekujących i wypróbuj ją przed innymi.',
      joined,
      problem: {
        title: 'Problem',
        lead: 'Nic z tego nie jest trudne. Po prostu jest tego za dużo.',
        pains: [
          {
            time: '1',
            title: 'Wszystko jest porozrzucane',
            text: 'Tu notatka, tam czat, gdzieś zdjęcie listy. Kiedy tego potrzebujesz, jest w drugim telefonie.',
          },
          {
            time: '2',
            title: 'Coś zawsze umyka',
            text: 'Przypomina się w autobusie, pod prysznicem, o trzeciej w nocy. Nigdy wtedy, kiedy trzeba.',
          },
          {
            time: '3',
            title: 'Jedna osoba pamięta o wszystkim',
            text: 'I zwykle to Ty. Reszta pyta, co teraz.',
          },
        ],
      },
      features: {
        title: 'Co potrafi',
        lead: 'Kilka rzeczy, zrobionych dobrze.',
        list: [
          { title: 'Jedno miejsce', text: 'Wszystko, o czym chcesz pamiętać, jest tam, gdzie najpierw zaglądasz.' },
          {
            title: 'Dla dwojga i dla większej grupy',
            text: 'Udostępnij listę, plan albo przypomnienie jednym kliknięciem. Żeby zajrzeć, nie trzeba konta.',
          },
          {
            title: 'Cicha, dopóki nie trzeba',
            text: 'Odzywa się, gdy zbliża się termin, i nie przeszkadza, gdy nic się nie dzieje.',
          },
          {
            title: 'Tylko Twoja',
            text: 'Bez reklam i bez sprzedawania danych. Zabierasz je ze sobą, kiedy chcesz.',
          },
        ],
      },
      answers: {
        title,
        list: [
          { question: 'Kiedy będzie można ją wypróbować?', answer: when },
          {
            question: 'Na jakich telefonach działa?',
            answer: 'iPhone i Android oraz każda przeglądarka. Przy zapisie powiedz nam, z czego korzystasz.',
          },
          early,
        ],
      },
      ready: { title: 'Wypróbuj ją przed innymi', text: ready },
    },
    questions: {
      device: {
        label: 'Telefon',
        question: 'Jakiego telefonu używasz?',
        choices: { iPhone: 'iPhone', Android: 'Android', Neither: 'Żadnego z nich' },
      },
      used_today: {
        label: 'Obecnie',
        question: 'Czego używasz do tego dzisiaj?',
        placeholder: 'Aplikacja, notes, jeszcze nic',
      },
      hopes: {
        label: 'Oczekiwania',
        question: 'Co jest dla Ciebie najważniejsze?',
        choices: {
          'Saving time': 'Oszczędność czasu',
          'Saving money': 'Oszczędność pieniędzy',
          Privacy: 'Prywatność',
          'Sharing with others': 'Dzielenie się z innymi',
          'Working offline': 'Działanie bez internetu',
          Other: 'Coś innego',
        },
      },
      would_pay: {
        label: 'Cena',
        question: 'Ile to dla Ciebie warte?',
        choices: {
          'Nothing: only if it is free': 'Nic: tylko jeśli będzie za darmo',
          'Once, when I download it': 'Jednorazowo, przy pobraniu',
          'A little every month': 'Niewielka kwota co miesiąc',
          'I don’t know yet': 'Jeszcze nie wiem',
        },
      },
    },
  },
  b2b: {
    ...neutral,
    brand: { pitch: 'Narzędzie, które oddaje zespołom ich popołudnia.' },
    share: {
      text: '{brand} chce oszczędzić naszemu zespołowi godziny pracy, a ja jestem na liście oczekujących. Przeskocz kolejkę z moim linkiem:',
    },
    landing: {
      film,
      trades: ['raporty', 'przekazywanie zadań', 'akceptacje', 'planowanie'],
      headline: { before: 'Dla Twojego zespołu:', after: 'bez zbędnej roboty.' },
      lead: '{brand} przejmuje rutynę między Waszymi narzędziami, żeby zespół mógł robić to, po co jest. Dołącz do listy oczekujących i zyskaj wcześniejszy dostęp.',
      joined,
      problem: {
        title: 'Problem',
        lead: 'Zwykły tydzień i to, gdzie się podziewa.',
        pains: [
          {
            time: 'Pn',
            title: 'Kopiowanie z narzędzia do narzędzia',
            text: 'Te same liczby w trzech miejscach i nikt nie wie na pewno, które są dobre.',
          },
          {
            time: 'Śr',
            title: 'Czekanie na zgodę',
            text: 'Praca była gotowa w poniedziałek. Akceptacja leży w czyjejś skrzynce.',
          },
          {
            time: 'Pt',
            title: 'Raporty o raportach',
            text: 'Pół dnia, żeby opisać, co się stało, i ani chwili, żeby coś zmienić.',
          },
        ],
      },
      features: {
        title: 'Co potrafi',
        lead: 'Działa z narzędziami, które już macie.',
        list: [
          {
            title: 'Łączy Wasze narzędzia',
            text: 'Poczta, kalendarz, dokumenty i zgłoszenia, podłączone w jedno popołudnie.',
          },
          {
            title: 'Przygotowuje rutynę',
            text: 'Przekazania, przypomnienia i podsumowania czekają gotowe do sprawdzenia. Ostatnie słowo ma człowiek.',
          },
          {
            title: 'Pokazuje, gdzie ucieka czas',
            text: 'Jedna strona na tydzień, z samej pracy. Nikt nie wypełnia do tego formularza.',
          },
          {
            title: 'Bezpieczne od podstaw',
            text: 'Role, zapis każdej zmiany i Wasze dane tam, gdzie chcecie.',
          },
        ],
      },
      belief: { title: belief, quote: 'Dobrzy ludzie nie przyszli do firmy, żeby kopiować komórki.' },
      answers: {
        title,
        list: [
          { question: 'Kiedy start?', answer: when },
          {
            question: 'Ile to będzie kosztować?',
            answer: 'Cena za osobę miesięcznie, znana, zanim zaczniecie. Pierwsze zespoły zachowają swoją.',
          },
          {
            question: 'Gdzie są nasze dane?',
            answer: 'Napisz do {support}, a wyślemy wszystko o hostingu i bezpieczeństwie.',
          },
        ],
      },
      ready: { title: 'Zyskaj wcześniejszy dostęp', text: ready },
    },
    questions: {
      full_name: { label: 'Imię i nazwisko', question: 'Jak się nazywasz?', placeholder: 'Imię i nazwisko' },
      business_name: {
        label: 'Firma',
        question: 'W jakiej firmie pracujesz?',
        placeholder: 'Nazwa firmy',
      },
      company_website: {
        label: 'Strona internetowa',
        question: 'Jaki jest adres strony Twojej firmy?',
        placeholder: 'https://',
      },
      team_size: { label: 'Wielkość zespołu', question: 'Ile osób jest w Twoim zespole?' },
      role: {
        label: 'Rola',
        question: 'Jaka jest Twoja rola?',
        choices: {
          'Founder or director': 'Właściciel lub zarząd',
          Manager: 'Kierowanie zespołem',
          Engineer: 'Programowanie',
          Operations: 'Operacje',
          Other: 'Inna',
        },
      },
      timing: {
        label: 'Początek',
        question: 'Kiedy chcecie zacząć?',
        choices: {
          'As soon as it is ready': 'Gdy tylko będzie gotowe',
          'Within three months': 'W ciągu trzech miesięcy',
          Later: 'Później',
          'Just looking': 'Tylko się rozglądam',
        },
      },
    },
  },
  shop: {
    ...neutral,
    brand: { pitch: 'Niedługo otwieramy i już się cieszymy na spotkanie.' },
    share: {
      text: '{brand} niedługo się otwiera, a ja jestem na liście. Przeskocz kolejkę z moim linkiem:',
    },
    landing: {
      film,
      problem: {
        title: 'Dlaczego',
        lead: 'Od czego się zaczęło.',
        pains: [
          {
            time: '1',
            title: 'Czego dziś brakuje',
            text: 'Napisz w jednym lub dwóch zdaniach, z czym ludzie muszą sobie radzić, dopóki nie otworzycie.',
          },
        ],
      },
      trades: ['otwiera się', 'piecze się', 'parzy się', 'czeka'],
      headline: { before: 'Coś dobrego', after: 'tuż za rogiem.' },
      lead: '{brand} niedługo się otwiera. Zostaw e-mail i wejdź przed innymi.',
      joined: '+ osób już stoi w kolejce',
      features: {
        title: 'Co Cię czeka',
        lead: 'Kilka rzeczy, na które sami się cieszymy.',
        list: [
          {
            title: 'Robione na miejscu',
            text: 'Codziennie rano świeże, w małych ilościach, przez ludzi, z którymi można pogadać.',
          },
          { title: 'Miejsce, żeby zostać', text: 'Dobra kawa, stolik przy oknie i żadnego pośpiechu.' },
          { title: 'Gotowe, kiedy przyjdziesz', text: 'Zamów wcześniej i odbierz po drodze.' },
          {
            title: 'Coś na prezent',
            text: 'Na urodziny, na niedzielę i dla tych, którzy mają już wszystko.',
          },
        ],
      },
      belief: { title: belief, quote: 'Dobre rzeczy potrzebują czasu i lepiej smakują razem.' },
      answers: {
        title,
        list: [
          { question: 'Kiedy otwieracie?', answer: when },
          { question: 'Gdzie jesteście?', answer: 'Nasz adres jest na stronie kontaktu.' },
          early,
        ],
      },
      ready: { title: 'Wejdź przed innymi', text: ready },
    },
    questions: {
      wishes: {
        label: 'Życzenia',
        question: 'Na co się cieszysz?',
        choices: {
          'New things to try': 'Nowości do spróbowania',
          'Everyday favourites': 'Ulubione na co dzień',
          Gifts: 'Prezenty',
          'Special orders': 'Zamówienia specjalne',
          Events: 'Wydarzenia',
          Other: 'Coś innego',
        },
      },
      visits: {
        label: 'Wizyty',
        question: 'Jak często będziesz wpadać?',
        choices: {
          'Most days': 'Prawie codziennie',
          'Every week': 'Co tydzień',
          'Now and then': 'Od czasu do czasu',
          'I would order online': 'Wolę zamawiać przez internet',
        },
      },
      neighbourhood: {
        label: 'Okolica',
        question: 'Gdzie mieszkasz?',
        placeholder: 'Twoja miejscowość lub dzielnica',
      },
    },
  },
}
