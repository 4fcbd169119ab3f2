import type { TemplateTranslations } from '#shared/site/translation.ts'

const invalid = 'Un correo lleva una @, como tu@ejemplo.com.'
const again = 'Vuelves a recibir nuestros correos: cuando se apunta alguien y cuando tu sitio está listo.'

const neutral = {
  signUp: { invalid },
  checkInbox: {
    text: { after: '. Pulsa el botón del correo para ocupar tu sitio.' },
    textAlone: 'Te hemos enviado un correo. Pulsa su botón para ocupar tu sitio.',
    waiting: {
      text: 'Hemos escrito a {email}. Pulsa el botón del correo para ocupar tu sitio, o abre esto para corregir la dirección o enviarlo de nuevo.',
    },
  },
  titles: { picture: 'Gente que hace cola por el primer sitio' },
  privacyText: {
    mail: { invitation: 'uno cuando te toca y otro antes de que termine la invitación' },
    howLong: {
      network:
        'la huella de tu red: {days}. Cuando decidimos algo sobre toda una red o dominio de correo, como que pueda apuntarse toda una oficina, guardamos su huella o nombre hasta que termina esa decisión',
    },
  },
  place: {
    loading: 'Buscando tu sitio...',
    invited: {
      title: 'Tu sitio está listo',
      open: 'Tu invitación está en tu correo, y te guardamos el sitio hasta el {day}.',
      button: 'Ocupar mi sitio',
      fresh:
        '¿No encuentras el correo? Abre tu puesto con un enlace que te hayamos enviado en la última hora y ocupa tu sitio aquí.',
    },
    friends: {
      empty:
        'Nadie se ha apuntado todavía con tu código. La primera persona es la más difícil: envía tu enlace a alguien a quien también le gustaría.',
    },
    email: { resumed: again, invalid },
    ask: { invalid },
  },
  unsubscribe: {
    fewer: {
      done: {
        text: 'No recibirás más novedades, solo correos sobre tu puesto: cuando se apunta alguien y cuando te toca.',
      },
    },
    undone: { text: again },
  },
  seat: {
    open: {
      title: 'Tu sitio está listo',
      text: 'Has esperado tu turno y ahora te toca. Pasa.',
      button: 'Ocupar mi sitio',
    },
    loading: 'Buscando tu sitio...',
    accepted: { text: 'El sitio ya es tuyo. Te damos la bienvenida a {brand}.' },
    unreachable: {
      text: 'El sitio ya es tuyo, pero {brand} no responde ahora. No se pierde nada: inténtalo en un momento o vuelve a este enlace más tarde.',
    },
    'called-back': {
      text: 'Hemos tenido que retirar esta invitación y lo sentimos. Sigues en la cola como antes y te escribiremos cuando te toque.',
    },
  },
  withoutScripts: {
    invitation: {
      needs: 'Ocupar tu sitio',
      text: 'Un toque en esta página y el sitio es tuyo.',
    },
  },
  mails: {
    welcome: {
      preview: 'Tu sitio está reservado. Tu código es {code}. Compártelo para subir cada vez que se apunte alguien.',
      previewNoPlaces: 'Tu sitio está reservado. Tu código es {code}. Compártelo con tu gente.',
      previewFirst: 'Tu sitio está reservado, delante del todo. Tu código es {code}.',
      text: 'Gracias por apuntarte. Tu sitio está reservado y no tienes que hacer nada más. Te escribiremos cuando te toque.',
      answers: { providers: { solo: 'Por tu cuenta', group: 'En equipo' } },
    },
    notification: { title: '{friends:one:Alguien se ha puesto|other:# personas se han puesto} a la cola' },
    confirm: {
      preview: 'Un toque y el sitio es tuyo.',
      card: 'Te guardamos un sitio.',
      text: 'Pulsa el botón para ocupar tu sitio y ver tu número. Solo tenemos que comprobar que esta dirección es tuya.',
      reminder: {
        preview: 'Pulsa el botón y el sitio es tuyo.',
        title: 'Te seguimos guardando el sitio',
        text: 'Pulsa el botón para ocupar tu sitio y ver tu número. Este es el único recordatorio que enviamos.',
      },
    },
    invitation: {
      subject: 'Tu sitio en {brand} está listo',
      text: 'Has esperado en la cola y ahora es tu turno. {brand} te abre sus puertas.\n\nPulsa el botón y pasa.',
      title: 'Tu sitio está listo',
      card: 'Es tu turno. Pasa.',
      button: 'Ocupar mi sitio',
      kept: 'Te guardamos el sitio {days:one:un día|other:# días}. Este enlace es solo para ti, no lo compartas, por favor.',
      reminder: {
        subject: 'Tu sitio en {brand} sigue libre',
        preview: 'Pulsa el botón y el sitio es tuyo.',
        title: 'Tu sitio sigue libre',
        text: 'Pulsa el botón para ocupar tu sitio. ¿Aún no? No hagas nada y volverás a la cola.',
      },
    },
  },
}

const film = {
  title: 'Míralo en un minuto',
  play: 'Ver el vídeo',
  facts: 'No hace falta sonido',
  words: [{ text: 'Esto es {brand}.' }],
}
const joined = '+ personas ya se han apuntado'
const belief = 'En qué creemos'
const title = 'Preguntas y respuestas'
const when = '{launch}. Quienes están en la lista se enteran antes, en el orden de la cola.'
const early = {
  question: '¿Qué gano por apuntarme pronto?',
  answer:
    'Un número que es tuyo. La cola avanza a medida que entra gente, y cada persona que se apunta con tu enlace te hace subir.',
}
const ready =
  'Deja tu correo{questions:=0:|=1:, responde a una pregunta corta|other:, responde a # preguntas cortas} y tendrás un puesto en la cola. Cada persona que se apunte con tu enlace te hace subir.'

export const es: TemplateTranslations = {
  app: {
    ...neutral,
    brand: { pitch: 'La app que te quita una cosa de la cabeza.' },
    share: {
      text: '{brand} es una app que estoy deseando probar, y estoy en su lista de espera. Sáltate la cola con mi enlace:',
    },
    landing: {
      film,
      belief: { title: belief, quote: 'Lo bueno se hace esperar, y es mejor compartido.' },
      trades: ['planificadas', 'compartidas', 'recordadas', 'resueltas'],
      headline: { before: 'Las pequeñas cosas,', after: 'en una sola app.' },
      lead: '{brand} es una app que te quita una cosa de la cabeza cada día. Apúntate a la lista de espera y pruébala antes que nadie.',
      joined,
      problem: {
        title: 'El problema',
        lead: 'Nada de esto es difícil. Solo es demasiado.',
        pains: [
          {
            time: '1',
            title: 'Está todo desperdigado',
            text: 'Una nota aquí, un chat allá, la foto de una lista. Cuando lo necesitas, está en el otro móvil.',
          },
          {
            time: '2',
            title: 'Siempre se olvida algo',
            text: 'Te acuerdas en el autobús, en la ducha, a las tres de la mañana. Nunca cuando sirve.',
          },
          {
            time: '3',
            title: 'Una sola persona está pendiente de todo',
            text: 'Y casi siempre te toca a ti. Los demás preguntan qué viene ahora.',
          },
        ],
      },
      features: {
        title: 'Lo que hace',
        lead: 'Pocas cosas, bien hechas.',
        list: [
          { title: 'Un solo lugar', text: 'Todo lo que quieres tener presente está donde miras primero.' },
          {
            title: 'Hecha para dos o más',
            text: 'Comparte una lista, un plan o un recordatorio con un toque. Para verlo no hace falta cuenta.',
          },
          {
            title: 'Callada hasta que importa',
            text: 'Avisa cuando toca algo, y te deja en paz cuando no.',
          },
          {
            title: 'Solo tuya',
            text: 'Sin anuncios, y no se vende nada. Llévate tus datos cuando quieras.',
          },
        ],
      },
      answers: {
        title,
        list: [
          { question: '¿Cuándo puedo probarla?', answer: when },
          {
            question: '¿En qué móviles funciona?',
            answer: 'En iPhone y Android, y en cualquier navegador. Dinos cuál es el tuyo al apuntarte.',
          },
          early,
        ],
      },
      ready: { title: 'Pruébala antes que nadie', text: ready },
    },
    questions: {
      device: {
        label: 'Móvil',
        question: '¿Qué móvil usas?',
        choices: { iPhone: 'iPhone', Android: 'Android', Neither: 'Ninguno de los dos' },
      },
      used_today: {
        label: 'Hoy',
        question: '¿Qué usas hoy para esto?',
        placeholder: 'Una app, una libreta, nada todavía',
      },
      hopes: {
        label: 'Deseos',
        question: '¿Qué es lo que más te importa?',
        choices: {
          'Saving time': 'Ahorrar tiempo',
          'Saving money': 'Ahorrar dinero',
          Privacy: 'La privacidad',
          'Sharing with others': 'Compartir con otras personas',
          'Working offline': 'Que funcione sin conexión',
          Other: 'Otra cosa',
        },
      },
      would_pay: {
        label: 'Precio',
        question: '¿Cuánto pagarías?',
        choices: {
          'Nothing: only if it is free': 'Nada: solo si es gratis',
          'Once, when I download it': 'Una vez, al descargarla',
          'A little every month': 'Un poco cada mes',
          'I don’t know yet': 'Aún no lo sé',
        },
      },
    },
  },
  b2b: {
    ...neutral,
    brand: { pitch: 'La herramienta que devuelve las tardes a los equipos.' },
    share: {
      text: '{brand} quiere ahorrar horas a nuestro equipo, y estoy en su lista de espera. Sáltate la cola con mi enlace:',
    },
    landing: {
      film,
      trades: ['informes', 'traspasos', 'aprobaciones', 'planes'],
      headline: { before: 'Para tu equipo:', after: 'sin tareas de relleno.' },
      lead: '{brand} se ocupa de la rutina entre vuestras herramientas, para que tu equipo haga el trabajo para el que está. Apúntate a la lista de espera y accede antes.',
      joined,
      problem: {
        title: 'El problema',
        lead: 'Una semana normal, y en qué se va.',
        pains: [
          {
            time: 'Lun',
            title: 'Copiar de una herramienta a otra',
            text: 'Las mismas cifras en tres sitios, y nadie sabe seguro cuáles son las buenas.',
          },
          {
            time: 'Mié',
            title: 'Esperar un sí',
            text: 'El trabajo estaba hecho el lunes. La aprobación duerme en una bandeja de entrada.',
          },
          {
            time: 'Vie',
            title: 'Informes sobre informes',
            text: 'Medio día para contar lo que pasó, y ya no queda tiempo para cambiarlo.',
          },
        ],
      },
      features: {
        title: 'Lo que hace',
        lead: 'Funciona con las herramientas que ya tenéis.',
        list: [
          {
            title: 'Conecta vuestras herramientas',
            text: 'Correo, calendario, documentos y tickets, listos en una tarde.',
          },
          {
            title: 'Prepara la rutina',
            text: 'Traspasos, seguimientos y resúmenes quedan listos para revisar. La última palabra la tiene una persona.',
          },
          {
            title: 'Muestra en qué se va el tiempo',
            text: 'Una página por semana, sacada del propio trabajo. Nadie rellena formularios para eso.',
          },
          {
            title: 'Segura desde el diseño',
            text: 'Roles, un registro de cada cambio y vuestros datos donde los queráis.',
          },
        ],
      },
      belief: { title: belief, quote: 'Nadie entró en tu empresa para copiar celdas.' },
      answers: {
        title,
        list: [
          { question: '¿Cuándo abre?', answer: when },
          {
            question: '¿Cuánto costará?',
            answer:
              'Un precio por persona y mes, que se sabe antes de empezar. Los primeros equipos conservan el suyo.',
          },
          {
            question: '¿Dónde están nuestros datos?',
            answer: 'Escribe a {support} y te enviamos todo sobre alojamiento y seguridad.',
          },
        ],
      },
      ready: { title: 'Accede antes que nadie', text: ready },
    },
    questions: {
      full_name: { label: 'Nombre completo', question: '¿Cómo te llamas?', placeholder: 'Tu nombre' },
      business_name: {
        label: 'Empresa',
        question: '¿En qué empresa trabajas?',
        placeholder: 'Nombre de la empresa',
      },
      company_website: {
        label: 'Sitio web',
        question: '¿Cuál es el sitio web de tu empresa?',
        placeholder: 'https://',
      },
      team_size: { label: 'Tamaño del equipo', question: '¿Cuántas personas hay en tu equipo?' },
      role: {
        label: 'Puesto',
        question: '¿Cuál es tu puesto?',
        choices: {
          'Founder or director': 'Fundación o dirección',
          Manager: 'Gestión de equipo',
          Engineer: 'Ingeniería',
          Operations: 'Operaciones',
          Other: 'Otro',
        },
      },
      timing: {
        label: 'Comienzo',
        question: '¿Cuándo te gustaría empezar?',
        choices: {
          'As soon as it is ready': 'En cuanto esté lista',
          'Within three months': 'En los próximos tres meses',
          Later: 'Más adelante',
          'Just looking': 'Solo estoy mirando',
        },
      },
    },
  },
  shop: {
    ...neutral,
    brand: { pitch: 'Abrimos pronto, y ya tenemos ganas de verte.' },
    share: {
      text: '{brand} abre pronto, y estoy en la lista. Sáltate la cola con mi enlace:',
    },
    landing: {
      film,
      problem: {
        title: 'Por qué',
        lead: 'Lo que nos hizo empezar.',
        pains: [
          {
            time: '1',
            title: 'Lo que falta hoy',
            text: 'Cuenta en una o dos frases con qué se conforma la gente hasta que abráis.',
          },
        ],
      },
      trades: ['abre', 'se hornea', 'se prepara', 'llega'],
      headline: { before: 'Algo bueno', after: 'a la vuelta de la esquina.' },
      lead: '{brand} abre pronto. Deja tu correo y cruza la puerta antes que nadie.',
      joined: '+ personas ya están en la cola',
      features: {
        title: 'Qué te espera',
        lead: 'Unas cuantas cosas que nos hacen ilusión.',
        list: [
          {
            title: 'Hecho aquí',
            text: 'Recién hecho cada mañana, en pequeñas cantidades, por gente con la que puedes hablar.',
          },
          { title: 'Un sitio para quedarse', text: 'Una buena taza, una mesa junto a la ventana y ninguna prisa.' },
          { title: 'Listo cuando llegues', text: 'Encarga con antelación y recógelo de camino.' },
          {
            title: 'Algo para llevar de regalo',
            text: 'Para cumpleaños, domingos y gente que ya lo tiene todo.',
          },
        ],
      },
      belief: { title: belief, quote: 'Lo bueno lleva su tiempo, y sabe mejor compartido.' },
      answers: {
        title,
        list: [
          { question: '¿Cuándo abrís?', answer: when },
          { question: '¿Dónde estáis?', answer: 'Nuestra dirección está en la página de contacto.' },
          early,
        ],
      },
      ready: { title: 'Cruza la puerta antes que nadie', text: ready },
    },
    questions: {
      wishes: {
        label: 'Deseos',
        question: '¿Qué te apetece más?',
        choices: {
          'New things to try': 'Probar cosas nuevas',
          'Everyday favourites': 'Lo de siempre',
          Gifts: 'Regalos',
          'Special orders': 'Encargos especiales',
          Events: 'Eventos',
          Other: 'Otra cosa',
        },
      },
      visits: {
        label: 'Visitas',
        question: '¿Cada cuánto vendrías?',
        choices: {
          'Most days': 'Casi todos los días',
          'Every week': 'Cada semana',
          'Now and then': 'De vez en cuando',
          'I would order online': 'Pediría por internet',
        },
      },
      neighbourhood: {
        label: 'Barrio',
        question: '¿Dónde vives?',
        placeholder: 'Tu localidad o barrio',
      },
    },
  },
}
