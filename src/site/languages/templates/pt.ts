import type { TemplateTranslations } from '#shared/site/translation.ts'

const invalid = 'Um e-mail tem @, como voce@exemplo.com.'
const again = 'Você voltou a receber nossos e-mails: quando alguém entra e quando sua vaga está pronta.'

const neutral = {
  signUp: { invalid },
  checkInbox: {
    text: { after: '. Toque no botão dele para garantir sua vaga.' },
    textAlone: 'Enviamos um e-mail para você. Toque no botão dele para garantir sua vaga.',
    waiting: {
      text: 'Enviamos um e-mail para {email}. Toque no botão dele para garantir sua vaga, ou abra isto para corrigir o endereço ou enviar de novo.',
    },
  },
  titles: { picture: 'Pessoas na fila pelo primeiro lugar' },
  privacyText: {
    mail: { invitation: 'um quando chega a sua vez, e outro antes de o convite terminar' },
    howLong: {
      network:
        'a impressão digital da sua rede: {days}. Onde decidimos algo sobre uma rede ou domínio inteiro, como permitir que todo um escritório entre, guardamos a impressão ou o nome até encerrar essa decisão',
    },
  },
  place: {
    loading: 'Procurando sua vaga...',
    invited: {
      title: 'Sua vaga está pronta',
      open: 'Seu convite está no seu e-mail, e sua vaga fica reservada até {day}.',
      button: 'Ocupar minha vaga',
      fresh: 'Não acha o e-mail? Abra seu lugar com um link que enviamos na última hora e ocupe sua vaga aqui.',
    },
    friends: {
      empty:
        'Ninguém entrou com seu código ainda. A primeira pessoa é a mais difícil: mande seu link para alguém que também ia gostar.',
    },
    email: { resumed: again, invalid },
    ask: { invalid },
  },
  unsubscribe: {
    fewer: {
      done: {
        text: 'Você não recebe mais novidades, só e-mails sobre seu lugar: quando alguém entra e quando chega a sua vez.',
      },
    },
    undone: { text: again },
  },
  seat: {
    open: {
      title: 'Sua vaga está pronta',
      text: 'Você esperou na fila, e agora é a sua vez. Entre.',
      button: 'Ocupar minha vaga',
    },
    loading: 'Procurando sua vaga...',
    accepted: { text: 'A vaga é sua para valer. Boas-vindas a {brand}.' },
    unreachable: {
      text: 'A vaga é sua para valer, mas {brand} não responde agora. Nada se perdeu: tente daqui a pouco, ou volte a este link depois.',
    },
    'called-back': {
      text: 'Tivemos que cancelar este convite, e pedimos desculpas. Você está no seu lugar na fila como antes, e vamos escrever quando for a sua vez.',
    },
  },
  withoutScripts: {
    invitation: {
      needs: 'Ocupar sua vaga',
      text: 'Um toque nesta página e a vaga é sua.',
    },
  },
  mails: {
    welcome: {
      preview: 'Sua vaga está reservada. Seu código é {code}. Compartilhe para subir sempre que alguém entrar.',
      previewNoPlaces: 'Sua vaga está reservada. Seu código é {code}. Compartilhe com sua turma.',
      previewFirst: 'Sua vaga está reservada, bem na frente. Seu código é {code}.',
      text: 'Obrigado por entrar. Sua vaga está reservada e não falta mais nada. Vamos escrever quando for a sua vez.',
      answers: { providers: { solo: 'Por conta própria', group: 'Em equipe' } },
    },
    notification: { title: '{friends:one:Alguém entrou|other:# pessoas entraram} na fila' },
    confirm: {
      preview: 'Um toque e a vaga é sua.',
      card: 'Estamos guardando uma vaga para você.',
      text: 'Toque no botão para garantir sua vaga e ver seu número. Só precisamos saber que este endereço é seu.',
      reminder: {
        preview: 'Toque no botão e a vaga é sua.',
        title: 'Ainda guardamos sua vaga',
        text: 'Toque no botão para garantir sua vaga e ver seu número. Este é o único lembrete que enviamos.',
      },
    },
    invitation: {
      subject: 'Sua vaga em {brand} está pronta',
      text: 'Você esperou na fila, e agora é a sua vez. {brand} abriu as portas para você.\n\nToque no botão e entre.',
      title: 'Sua vaga está pronta',
      card: 'É a sua vez. Entre.',
      button: 'Ocupar minha vaga',
      kept: 'Guardamos sua vaga por {days:one:um dia|other:# dias}. Este link é só para você, não compartilhe, por favor.',
      reminder: {
        subject: 'Sua vaga em {brand} ainda está livre',
        preview: 'Toque no botão e a vaga é sua.',
        title: 'Sua vaga ainda está livre',
        text: 'Toque no botão para ocupar sua vaga. Ainda não? Não faça nada e você volta ao seu lugar na fila.',
      },
    },
  },
}

const film = {
  title: 'Veja em um minuto',
  play: 'Ver o vídeo',
  facts: 'Não precisa de som',
  words: [{ text: 'Apresentamos {brand}.' }],
}
const joined = '+ pessoas já entraram'
const belief = 'No que acreditamos'
const title = 'Perguntas e respostas'
const when = '{launch}. Quem está na lista fica sabendo primeiro, na ordem da fila.'
const early = {
  question: 'O que eu ganho por entrar cedo?',
  answer:
    'Um número que é seu. A fila anda conforme as pessoas entram, e cada pessoa que entra com seu link faz você subir.',
}
const ready =
  'Deixe seu e-mail{questions:=0:|=1:, responda a uma pergunta curta|other:, responda a # perguntas curtas} e você tem um lugar na fila. Cada pessoa que entra com seu link faz você subir.'

export const pt: TemplateTranslations = {
  app: {
    ...neutral,
    brand: { pitch: 'O app que tira uma coisa da sua cabeça.' },
    share: {
      text: '{brand} é um app que eu não vejo a hora de usar, e eu estou na lista de espera. Fure a fila com o meu link:',
    },
    landing: {
      film,
      belief: { title: belief, quote: 'O que é bom vale a espera, ainda mais em boa companhia.' },
      trades: ['planejadas', 'divididas', 'lembradas', 'resolvidas'],
      headline: { before: 'As pequenas coisas,', after: 'em um só app.' },
      lead: '{brand} é um app que tira uma coisa da sua cabeça, todo dia. Entre na lista de espera e experimente antes de todo mundo.',
      joined,
      problem: {
        title: 'O problema',
        lead: 'Nada disso é difícil. Só é coisa demais.',
        pains: [
          {
            time: '1',
            title: 'Está tudo espalhado',
            text: 'Uma nota aqui, uma conversa ali, a foto de uma lista. Quando você precisa, está no outro celular.',
          },
          {
            time: '2',
            title: 'Sempre se esquece alguma coisa',
            text: 'Você lembra no ônibus, no banho, às três da manhã. Nunca na hora certa.',
          },
          {
            time: '3',
            title: 'Uma pessoa só cuida de tudo',
            text: 'E quase sempre é você. O resto pergunta o que vem agora.',
          },
        ],
      },
      features: {
        title: 'O que ele faz',
        lead: 'Poucas coisas, bem-feitas.',
        list: [
          { title: 'Um lugar só', text: 'Tudo o que você quer lembrar está onde você olha primeiro.' },
          {
            title: 'Feito para dois ou mais',
            text: 'Compartilhe uma lista, um plano ou um lembrete com um toque. Para ver, ninguém precisa de conta.',
          },
          {
            title: 'Quieto até a hora certa',
            text: 'Ele avisa quando algo está vencendo, e deixa você em paz quando não há nada.',
          },
          {
            title: 'Só seu',
            text: 'Sem anúncios, e nada é vendido. Leve seus dados quando quiser.',
          },
        ],
      },
      answers: {
        title,
        list: [
          { question: 'Quando posso experimentar?', answer: when },
          {
            question: 'Em quais celulares funciona?',
            answer: 'iPhone e Android, e qualquer navegador. Conte qual é o seu ao entrar.',
          },
          early,
        ],
      },
      ready: { title: 'Experimente antes de todo mundo', text: ready },
    },
    questions: {
      device: {
        label: 'Celular',
        question: 'Qual celular você usa?',
        choices: { iPhone: 'iPhone', Android: 'Android', Neither: 'Nenhum dos dois' },
      },
      used_today: {
        label: 'Hoje',
        question: 'O que você usa para isso hoje?',
        placeholder: 'Um app, um caderno, nada ainda',
      },
      hopes: {
        label: 'Desejos',
        question: 'O que mais importa para você?',
        choices: {
          'Saving time': 'Economizar tempo',
          'Saving money': 'Economizar dinheiro',
          Privacy: 'Privacidade',
          'Sharing with others': 'Compartilhar com outras pessoas',
          'Working offline': 'Funcionar sem internet',
          Other: 'Outra coisa',
        },
      },
      would_pay: {
        label: 'Preço',
        question: 'Quanto você pagaria?',
        choices: {
          'Nothing: only if it is free': 'Nada: só se for grátis',
          'Once, when I download it': 'Uma vez, ao baixar',
          'A little every month': 'Um pouco por mês',
          'I don’t know yet': 'Ainda não sei',
        },
      },
    },
  },
  b2b: {
    ...neutral,
    brand: { pitch: 'A ferramenta que devolve as tardes às equipes.' },
    share: {
      text: '{brand} quer economizar horas da nossa equipe, e eu estou na lista de espera. Fure a fila com o meu link:',
    },
    landing: {
      film,
      trades: ['relatórios', 'repasses', 'aprovações', 'planos'],
      headline: { before: 'Para sua equipe:', after: 'sem trabalho à toa.' },
      lead: '{brand} cuida da rotina entre as suas ferramentas, para que a equipe faça o trabalho para o qual está ali. Entre na lista de espera e tenha acesso antecipado.',
      joined,
      problem: {
        title: 'O problema',
        lead: 'Uma semana comum, e para onde ela vai.',
        pains: [
          {
            time: 'Seg',
            title: 'Copiar de uma ferramenta para outra',
            text: 'Os mesmos números em três lugares, e ninguém sabe ao certo quais estão corretos.',
          },
          {
            time: 'Qua',
            title: 'Esperar um sim',
            text: 'O trabalho ficou pronto na segunda. A aprovação está parada em uma caixa de entrada.',
          },
          {
            time: 'Sex',
            title: 'Relatórios sobre relatórios',
            text: 'Meio dia para dizer o que aconteceu, e nenhum tempo para mudar.',
          },
        ],
      },
      features: {
        title: 'O que ela faz',
        lead: 'Funciona com as ferramentas que vocês já têm.',
        list: [
          {
            title: 'Conecta suas ferramentas',
            text: 'E-mail, agenda, documentos e chamados, prontos em uma tarde.',
          },
          {
            title: 'Prepara a rotina',
            text: 'Repasses, cobranças e resumos ficam prontos para revisão. A última palavra é de uma pessoa.',
          },
          {
            title: 'Mostra para onde vai o tempo',
            text: 'Uma página por semana, feita do próprio trabalho. Ninguém preenche formulário para isso.',
          },
          {
            title: 'Segura desde o início',
            text: 'Perfis de acesso, registro de cada mudança e seus dados onde vocês quiserem.',
          },
        ],
      },
      belief: { title: belief, quote: 'Gente boa não entrou na sua empresa para copiar células.' },
      answers: {
        title,
        list: [
          { question: 'Quando abre?', answer: when },
          {
            question: 'Quanto vai custar?',
            answer:
              'Um preço por pessoa e por mês, que vocês sabem antes de começar. As primeiras equipes mantêm o seu.',
          },
          {
            question: 'Onde ficam nossos dados?',
            answer: 'Escreva para {support} e enviamos tudo sobre hospedagem e segurança.',
          },
        ],
      },
      ready: { title: 'Tenha acesso antecipado', text: ready },
    },
    questions: {
      full_name: { label: 'Nome completo', question: 'Qual é o seu nome?', placeholder: 'Seu nome' },
      business_name: {
        label: 'Empresa',
        question: 'Em que empresa você trabalha?',
        placeholder: 'Nome da empresa',
      },
      company_website: {
        label: 'Site',
        question: 'Qual é o site da sua empresa?',
        placeholder: 'https://',
      },
      team_size: { label: 'Tamanho da equipe', question: 'Quantas pessoas há na sua equipe?' },
      role: {
        label: 'Função',
        question: 'Qual é a sua função?',
        choices: {
          'Founder or director': 'Fundação ou diretoria',
          Manager: 'Gestão',
          Engineer: 'Engenharia',
          Operations: 'Operações',
          Other: 'Outra',
        },
      },
      timing: {
        label: 'Início',
        question: 'Quando vocês gostariam de começar?',
        choices: {
          'As soon as it is ready': 'Assim que estiver pronta',
          'Within three months': 'Nos próximos três meses',
          Later: 'Mais tarde',
          'Just looking': 'Só estou olhando',
        },
      },
    },
  },
  shop: {
    ...neutral,
    brand: { pitch: 'Abrimos em breve, e já queremos ver você.' },
    share: {
      text: '{brand} abre em breve, e eu estou na lista. Fure a fila com o meu link:',
    },
    landing: {
      film,
      problem: {
        title: 'Por quê',
        lead: 'O que nos fez começar.',
        pains: [
          {
            time: '1',
            title: 'O que falta hoje',
            text: 'Conte em uma ou duas frases com o que as pessoas se contentam até vocês abrirem.',
          },
        ],
      },
      trades: ['abre', 'assa', 'está saindo', 'chega'],
      headline: { before: 'Algo bom', after: 'logo ali na esquina.' },
      lead: '{brand} abre em breve. Deixe seu e-mail e passe pela porta antes de todo mundo.',
      joined: '+ pessoas já estão na fila',
      features: {
        title: 'O que esperar',
        lead: 'Algumas coisas que já nos deixam com vontade.',
        list: [
          {
            title: 'Feito aqui',
            text: 'Fresquinho toda manhã, em pequenas quantidades, por gente com quem dá para conversar.',
          },
          { title: 'Um lugar para ficar', text: 'Uma boa xícara, uma mesa na janela e nenhuma pressa.' },
          { title: 'Pronto quando você chegar', text: 'Encomende antes e pegue no caminho.' },
          {
            title: 'Algo para levar de presente',
            text: 'Para aniversários, domingos e quem já tem tudo.',
          },
        ],
      },
      belief: { title: belief, quote: 'O que é bom leva tempo, e fica melhor dividido.' },
      answers: {
        title,
        list: [
          { question: 'Quando vocês abrem?', answer: when },
          { question: 'Onde vocês ficam?', answer: 'Nosso endereço está na página de contato.' },
          early,
        ],
      },
      ready: { title: 'Passe pela porta antes de todo mundo', text: ready },
    },
    questions: {
      wishes: {
        label: 'Desejos',
        question: 'O que você mais espera?',
        choices: {
          'New things to try': 'Novidades para provar',
          'Everyday favourites': 'Os favoritos de todo dia',
          Gifts: 'Presentes',
          'Special orders': 'Encomendas especiais',
          Events: 'Eventos',
          Other: 'Outra coisa',
        },
      },
      visits: {
        label: 'Visitas',
        question: 'Com que frequência você passaria aqui?',
        choices: {
          'Most days': 'Quase todo dia',
          'Every week': 'Toda semana',
          'Now and then': 'De vez em quando',
          'I would order online': 'Eu pediria pela internet',
        },
      },
      neighbourhood: {
        label: 'Bairro',
        question: 'Onde você mora?',
        placeholder: 'Sua cidade ou bairro',
      },
    },
  },
}
