import type { TemplateTranslations } from '#shared/site/translation.ts'

const invalid = 'Une adresse e-mail contient un @, comme vous@exemple.fr.'
const again = 'Vous recevez de nouveau nos e-mails : quand quelqu’un s’inscrit, et quand votre place est prête.'

const neutral = {
  signUp: { invalid },
  checkInbox: {
    text: { after: '. Appuyez sur le bouton de l’e-mail pour prendre votre place.' },
    textAlone: 'Nous vous avons écrit. Appuyez sur le bouton de l’e-mail pour prendre votre place.',
    waiting: {
      text: 'Nous avons écrit à {email}. Appuyez sur le bouton de l’e-mail pour prendre votre place, ou ouvrez ceci pour corriger l’adresse ou renvoyer.',
    },
  },
  titles: { picture: 'Des gens font la queue pour la première place' },
  privacyText: {
    mail: { invitation: 'un quand c’est votre tour, et un autre avant la fin de l’invitation' },
    howLong: {
      network:
        'l’empreinte de votre réseau : {days}. Là où nous avons décidé pour tout un réseau ou domaine, par exemple que tout un bureau peut s’inscrire, nous gardons son empreinte ou son nom jusqu’à la fin de cette décision',
    },
  },
  place: {
    loading: 'Nous cherchons votre place...',
    invited: {
      title: 'Votre place est prête',
      open: 'Votre invitation est dans votre boîte mail, et votre place est gardée jusqu’au {day}.',
      button: 'Prendre ma place',
      fresh:
        'Vous ne trouvez pas l’e-mail ? Ouvrez cette page avec un lien reçu il y a moins d’une heure, et prenez votre place ici.',
    },
    friends: {
      empty:
        'Personne ne s’est encore inscrit avec votre code. La première personne est la plus difficile : envoyez votre lien à quelqu’un à qui cela plairait aussi.',
    },
    email: { resumed: again, invalid },
    ask: { invalid },
  },
  unsubscribe: {
    fewer: {
      done: {
        text: 'Vous ne recevez plus nos actualités, seulement les e-mails sur votre place : quand quelqu’un s’inscrit, et quand c’est votre tour.',
      },
    },
    undone: { text: again },
  },
  seat: {
    open: {
      title: 'Votre place est prête',
      text: 'Vous avez attendu, et c’est maintenant votre tour. Entrez.',
      button: 'Prendre ma place',
    },
    loading: 'Nous cherchons votre place...',
    accepted: { text: 'Votre place est à vous pour de bon. Bienvenue chez {brand}.' },
    unreachable: {
      text: 'Votre place est à vous pour de bon, mais {brand} ne répond pas en ce moment. Rien n’est perdu : réessayez dans un instant, ou revenez plus tard par ce lien.',
    },
    'called-back': {
      text: 'Nous avons dû annuler cette invitation, et nous en sommes désolés. Vous êtes dans la file comme avant, et nous vous écrirons quand ce sera votre tour.',
    },
  },
  withoutScripts: {
    invitation: {
      needs: 'Prendre votre place',
      text: 'Un clic sur cette page, et la place est à vous.',
    },
  },
  mails: {
    welcome: {
      preview: 'Votre place est réservée. Votre code est {code}. Partagez-le pour avancer à chaque inscription.',
      previewNoPlaces: 'Votre place est réservée. Votre code est {code}. Partagez-le avec vos proches.',
      previewFirst: 'Votre place est réservée, tout devant. Votre code est {code}.',
      text: 'Merci de nous rejoindre. Votre place est réservée, il n’y a rien d’autre à faire. Nous vous écrirons quand ce sera votre tour.',
      answers: { providers: { solo: 'En solo', group: 'En équipe' } },
    },
    notification: { title: '{friends:one:Quelqu’un a rejoint|other:# personnes ont rejoint} la file' },
    confirm: {
      preview: 'Un clic, et la place est à vous.',
      card: 'Nous vous gardons une place.',
      text: 'Appuyez sur le bouton pour prendre votre place et voir votre numéro. Nous devons seulement vérifier que cette adresse est à vous.',
      reminder: {
        preview: 'Appuyez sur le bouton, et la place est à vous.',
        title: 'Nous gardons toujours votre place',
        text: 'Appuyez sur le bouton pour prendre votre place et voir votre numéro. C’est le seul rappel que nous envoyons.',
      },
    },
    invitation: {
      subject: 'Votre place chez {brand} est prête',
      text: 'Vous avez attendu dans la file, et c’est maintenant votre tour. {brand} vous ouvre ses portes.\n\nAppuyez sur le bouton et entrez.',
      title: 'Votre place est prête',
      card: 'C’est votre tour. Entrez.',
      button: 'Prendre ma place',
      kept: 'Nous gardons votre place {days:one:un jour|other:# jours}. Ce lien n’est que pour vous, merci de ne pas le partager.',
      reminder: {
        subject: 'Votre place chez {brand} est toujours libre',
        preview: 'Appuyez sur le bouton, et la place est à vous.',
        title: 'Votre place est toujours libre',
        text: 'Appuyez sur le bouton pour prendre votre place. Ce n’est pas le bon moment ? Ne faites rien, et vous retournerez dans la file.',
      },
    },
  },
}

const film = {
  title: 'En une minute',
  play: 'Lancer le film',
  facts: 'Le son n’est pas nécessaire',
  words: [{ text: 'Voici {brand}.' }],
}
const joined = '+ personnes ont déjà rejoint la liste'
const belief = 'Notre conviction'
const title = 'Questions et réponses'
const when = '{launch}. Les personnes de la liste le sauront en premier, dans l’ordre de la file.'
const early = {
  question: 'Qu’est-ce que je gagne à m’inscrire tôt ?',
  answer:
    'Un numéro rien qu’à vous. La file avance à mesure que les gens entrent, et chaque personne qui s’inscrit avec votre lien vous fait avancer.',
}
const ready =
  'Laissez votre adresse{questions:=0:|=1:, répondez à une question courte|other:, répondez à # questions courtes}, et vous avez une place dans la file. Chaque personne qui s’inscrit avec votre lien vous fait avancer.'

export const fr: TemplateTranslations = {
  app: {
    ...neutral,
    brand: { pitch: 'L’appli qui vous enlève un souci de la tête.' },
    share: {
      text: '{brand} est une appli que j’attends avec impatience, et je suis sur sa liste d’attente. Passez devant avec mon lien :',
    },
    landing: {
      film,
      belief: { title: belief, quote: 'Les bonnes choses valent l’attente, surtout à plusieurs.' },
      trades: ['planifiées', 'partagées', 'retenues', 'réglées'],
      headline: { before: 'Les petites choses,', after: 'dans une seule appli.' },
      lead: '{brand} est une appli qui vous enlève un souci de la tête, chaque jour. Rejoignez la liste d’attente et soyez parmi les premiers à l’essayer.',
      joined,
      problem: {
        title: 'Le problème',
        lead: 'Rien de tout cela n’est difficile. Il y en a juste trop.',
        pains: [
          {
            time: '1',
            title: 'C’est éparpillé partout',
            text: 'Une note ici, un message là, la photo d’une liste. Quand vous en avez besoin, c’est sur l’autre téléphone.',
          },
          {
            time: '2',
            title: 'On oublie toujours quelque chose',
            text: 'Cela vous revient dans le bus, sous la douche, à trois heures du matin. Jamais au bon moment.',
          },
          {
            time: '3',
            title: 'Une seule personne pense à tout',
            text: 'Et le plus souvent, c’est vous. Les autres demandent quelle est la suite.',
          },
        ],
      },
      features: {
        title: 'Ce qu’elle sait faire',
        lead: 'Peu de choses, bien faites.',
        list: [
          { title: 'Un seul endroit', text: 'Tout ce que vous voulez garder en tête est là où vous regardez d’abord.' },
          {
            title: 'Faite pour deux et plus',
            text: 'Partagez une liste, un projet ou un rappel d’un geste. Pas besoin de compte pour regarder.',
          },
          {
            title: 'Discrète jusqu’au bon moment',
            text: 'Elle se manifeste quand quelque chose arrive à échéance, et vous laisse tranquille le reste du temps.',
          },
          {
            title: 'Rien qu’à vous',
            text: 'Pas de publicité, et rien n’est vendu. Emportez vos données quand vous voulez.',
          },
        ],
      },
      answers: {
        title,
        list: [
          { question: 'Quand pourrai-je l’essayer ?', answer: when },
          {
            question: 'Sur quels téléphones marche-t-elle ?',
            answer: 'iPhone et Android, et tous les navigateurs. Dites-nous lequel est le vôtre en vous inscrivant.',
          },
          early,
        ],
      },
      ready: { title: 'Essayez-la avant tout le monde', text: ready },
    },
    questions: {
      device: {
        label: 'Téléphone',
        question: 'Quel téléphone utilisez-vous ?',
        choices: { iPhone: 'iPhone', Android: 'Android', Neither: 'Ni l’un ni l’autre' },
      },
      used_today: {
        label: 'Aujourd’hui',
        question: 'Qu’utilisez-vous pour cela aujourd’hui ?',
        placeholder: 'Une appli, un carnet, rien encore',
      },
      hopes: {
        label: 'Attentes',
        question: 'Qu’est-ce qui compte le plus pour vous ?',
        choices: {
          'Saving time': 'Gagner du temps',
          'Saving money': 'Économiser de l’argent',
          Privacy: 'La confidentialité',
          'Sharing with others': 'Partager avec d’autres',
          'Working offline': 'Marcher sans connexion',
          Other: 'Autre',
        },
      },
      would_pay: {
        label: 'Prix',
        question: 'Combien paieriez-vous ?',
        choices: {
          'Nothing: only if it is free': 'Rien : seulement si c’est gratuit',
          'Once, when I download it': 'Une fois, au téléchargement',
          'A little every month': 'Un peu chaque mois',
          'I don’t know yet': 'Je ne sais pas encore',
        },
      },
    },
  },
  b2b: {
    ...neutral,
    brand: { pitch: 'L’outil qui rend leurs après-midi aux équipes.' },
    share: {
      text: '{brand} veut faire gagner des heures à notre équipe, et je suis sur sa liste d’attente. Passez devant avec mon lien :',
    },
    landing: {
      film,
      trades: ['rapports', 'passations', 'validations', 'plannings'],
      headline: { before: 'Pour votre équipe : des', after: 'sans corvées.' },
      lead: '{brand} prend en charge la routine entre vos outils, pour que votre équipe fasse le travail pour lequel elle est là. Rejoignez la liste d’attente pour un accès anticipé.',
      joined,
      problem: {
        title: 'Le problème',
        lead: 'Une semaine ordinaire, et où elle passe.',
        pains: [
          {
            time: 'Lun.',
            title: 'Copier d’un outil à l’autre',
            text: 'Les mêmes chiffres à trois endroits, et personne ne sait lesquels sont justes.',
          },
          {
            time: 'Mer.',
            title: 'Attendre un oui',
            text: 'Le travail était fini lundi. La validation dort dans une boîte mail.',
          },
          {
            time: 'Ven.',
            title: 'Des rapports sur des rapports',
            text: 'Une demi-journée pour dire ce qui s’est passé, et plus le temps d’y changer quelque chose.',
          },
        ],
      },
      features: {
        title: 'Ce qu’il sait faire',
        lead: 'Il travaille avec les outils que vous avez déjà.',
        list: [
          {
            title: 'Relie vos outils',
            text: 'E-mail, agenda, documents et tickets, installés en un après-midi.',
          },
          {
            title: 'Prépare la routine',
            text: 'Passations, relances et résumés sont prêts à relire. Le dernier mot revient à une personne.',
          },
          {
            title: 'Montre où passe le temps',
            text: 'Une page par semaine, tirée du travail lui-même. Personne ne remplit de formulaire pour cela.',
          },
          {
            title: 'Sûr dès la conception',
            text: 'Des rôles, une trace de chaque changement, et vos données là où vous les voulez.',
          },
        ],
      },
      belief: { title: belief, quote: 'Personne n’a rejoint votre entreprise pour copier des cellules.' },
      answers: {
        title,
        list: [
          { question: 'Quand est-ce que ça ouvre ?', answer: when },
          {
            question: 'Combien cela coûtera-t-il ?',
            answer:
              'Un prix par personne et par mois, connu avant de commencer. Les premières équipes gardent le leur.',
          },
          {
            question: 'Où sont nos données ?',
            answer: 'Écrivez à {support}, et nous vous enverrons tout sur l’hébergement et la sécurité.',
          },
        ],
      },
      ready: { title: 'Un accès anticipé pour votre équipe', text: ready },
    },
    questions: {
      full_name: { label: 'Nom complet', question: 'Comment vous appelez-vous ?', placeholder: 'Votre nom' },
      business_name: {
        label: 'Entreprise',
        question: 'Dans quelle entreprise travaillez-vous ?',
        placeholder: 'Nom de l’entreprise',
      },
      company_website: {
        label: 'Site web',
        question: 'Quel est le site web de votre entreprise ?',
        placeholder: 'https://',
      },
      team_size: { label: 'Taille de l’équipe', question: 'Combien êtes-vous dans l’équipe ?' },
      role: {
        label: 'Rôle',
        question: 'Quel est votre rôle ?',
        choices: {
          'Founder or director': 'Fondation ou direction',
          Manager: 'Management',
          Engineer: 'Développement',
          Operations: 'Opérations',
          Other: 'Autre',
        },
      },
      timing: {
        label: 'Début',
        question: 'Quand aimeriez-vous commencer ?',
        choices: {
          'As soon as it is ready': 'Dès que c’est prêt',
          'Within three months': 'Dans les trois mois',
          Later: 'Plus tard',
          'Just looking': 'Je regarde, simplement',
        },
      },
    },
  },
  shop: {
    ...neutral,
    brand: { pitch: 'Bientôt ouvert, et déjà hâte de vous voir.' },
    share: {
      text: '{brand} ouvre bientôt, et je suis sur la liste. Passez devant avec mon lien :',
    },
    landing: {
      film,
      problem: {
        title: 'Pourquoi',
        lead: 'Ce qui nous a donné envie de commencer.',
        pains: [
          {
            time: '1',
            title: 'Ce qui manque aujourd’hui',
            text: 'Dites en une ou deux phrases de quoi les gens se contentent jusqu’à votre ouverture.',
          },
        ],
      },
      trades: ['ouvre', 'cuit', 'infuse', 'arrive'],
      headline: { before: 'Quelque chose de bon', after: 'au coin de la rue.' },
      lead: '{brand} ouvre bientôt. Laissez votre adresse et soyez parmi les premiers à pousser la porte.',
      joined: '+ personnes sont déjà dans la file',
      features: {
        title: 'Ce qui vous attend',
        lead: 'Quelques plaisirs dont nous nous réjouissons.',
        list: [
          {
            title: 'Fait ici',
            text: 'Frais chaque matin, en petites quantités, par des gens à qui parler.',
          },
          { title: 'Un endroit où rester', text: 'Une bonne tasse, une table près de la fenêtre, et rien qui presse.' },
          { title: 'Prêt quand vous l’êtes', text: 'Commandez à l’avance et passez le prendre en chemin.' },
          {
            title: 'De quoi offrir',
            text: 'Pour les anniversaires, les dimanches et les gens qui ont déjà tout.',
          },
        ],
      },
      belief: { title: belief, quote: 'Les bonnes choses prennent leur temps, et sont meilleures partagées.' },
      answers: {
        title,
        list: [
          { question: 'Quand ouvrez-vous ?', answer: when },
          { question: 'Où êtes-vous ?', answer: 'Notre adresse est sur la page de contact.' },
          early,
        ],
      },
      ready: { title: 'Poussez la porte avant tout le monde', text: ready },
    },
    questions: {
      wishes: {
        label: 'Envies',
        question: 'De quoi vous réjouissez-vous ?',
        choices: {
          'New things to try': 'Goûter des nouveautés',
          'Everyday favourites': 'Les classiques de tous les jours',
          Gifts: 'Des cadeaux',
          'Special orders': 'Des commandes spéciales',
          Events: 'Des événements',
          Other: 'Autre',
        },
      },
      visits: {
        label: 'Visites',
        question: 'À quelle fréquence passeriez-vous ?',
        choices: {
          'Most days': 'Presque tous les jours',
          'Every week': 'Chaque semaine',
          'Now and then': 'De temps en temps',
          'I would order online': 'Je commanderais en ligne',
        },
      },
      neighbourhood: {
        label: 'Quartier',
        question: 'Où habitez-vous ?',
        placeholder: 'Votre ville ou votre quartier',
      },
    },
  },
}
