import type { TemplateTranslations } from '#shared/site/translation.ts'

const invalid = 'Địa chỉ email có ký tự @, ví dụ ban@example.com.'
const again = 'Bạn lại nhận email của chúng tôi: khi có bạn vào và khi suất của bạn sẵn sàng.'

const neutral = {
  signUp: { invalid },
  checkInbox: {
    text: { after: '. Nhấn nút trong đó để nhận suất của bạn.' },
    textAlone: 'Chúng tôi đã gửi email cho bạn. Nhấn nút trong đó để nhận suất của bạn.',
    waiting: {
      text: 'Chúng tôi đã gửi email tới {email}. Nhấn nút trong đó để nhận suất, hoặc mở phần này để sửa địa chỉ hay gửi lại.',
    },
  },
  titles: { picture: 'Mọi người xếp hàng chờ chỗ đầu tiên' },
  privacyText: {
    mail: { invitation: 'một email khi đến lượt bạn, và một email nữa trước khi lời mời hết hạn' },
    howLong: {
      network:
        'dấu vân mạng của bạn: {days}. Khi chúng tôi đã quyết định về cả một mạng hay tên miền email, như mọi người trong một văn phòng đều được vào, chúng tôi giữ dấu vân hay tên đó cho tới khi bỏ quyết định',
    },
  },
  place: {
    loading: 'Đang tìm suất của bạn...',
    invited: {
      title: 'Suất của bạn đã sẵn sàng',
      open: 'Lời mời đang ở trong hộp thư, và suất được giữ cho bạn đến {day}.',
      button: 'Nhận suất',
      fresh: 'Không thấy email? Mở chỗ của bạn bằng link chúng tôi gửi trong vòng một giờ qua rồi nhận suất ở đây.',
    },
    friends: {
      empty:
        'Chưa có ai vào bằng mã của bạn. Người đầu tiên là khó nhất: gửi link cho một người cũng sẽ thích cái này.',
    },
    email: { resumed: again, invalid },
    ask: { invalid },
  },
  unsubscribe: {
    fewer: {
      done: {
        text: 'Bạn không nhận tin mới nữa, chỉ email về chỗ của bạn: khi có bạn vào và khi đến lượt bạn.',
      },
    },
    undone: { text: again },
  },
  seat: {
    open: {
      title: 'Suất của bạn đã sẵn sàng',
      text: 'Bạn đã giữ chỗ trong hàng, và giờ đến lượt bạn. Mời bạn vào.',
      button: 'Nhận suất',
    },
    loading: 'Đang tìm suất của bạn...',
    accepted: { text: 'Suất này là của bạn. Chào mừng bạn đến với {brand}.' },
    unreachable: {
      text: 'Suất này là của bạn, nhưng {brand} chưa phản hồi. Không mất gì cả: thử lại sau giây lát, hoặc quay lại link này sau.',
    },
    'called-back': {
      text: 'Chúng tôi phải rút lại lời mời này, xin lỗi bạn. Bạn vẫn ở chỗ cũ trong hàng, và chúng tôi sẽ viết khi đến lượt bạn.',
    },
  },
  withoutScripts: {
    invitation: {
      needs: 'Nhận suất',
      text: 'Một lần nhấn trên trang này là nhận suất.',
    },
  },
  mails: {
    welcome: {
      preview: 'Suất của bạn đã được giữ. Mã của bạn là {code}. Chia sẻ để lên hàng mỗi khi có bạn vào.',
      previewNoPlaces: 'Suất của bạn đã được giữ. Mã của bạn là {code}. Chia sẻ với bạn bè nhé.',
      previewFirst: 'Suất của bạn đã được giữ, ngay đầu hàng. Mã của bạn là {code}.',
      text: 'Cảm ơn bạn đã tham gia. Suất của bạn đã được giữ, bạn không cần làm gì thêm. Chúng tôi sẽ viết khi đến lượt bạn.',
      answers: { providers: { solo: 'Một mình', group: 'Cùng nhóm' } },
    },
    notification: { title: '{friends:one:Một người bạn|other:# người bạn} đã vào hàng' },
    confirm: {
      preview: 'Một lần nhấn là suất của bạn.',
      card: 'Chúng tôi đang giữ suất cho bạn.',
      text: 'Nhấn nút để nhận suất và xem số của bạn. Chúng tôi chỉ cần biết địa chỉ này là của bạn.',
      reminder: {
        preview: 'Nhấn nút là suất của bạn.',
        title: 'Chúng tôi vẫn giữ suất cho bạn',
        text: 'Nhấn nút để nhận suất và xem số của bạn. Đây là lần nhắc duy nhất.',
      },
    },
    invitation: {
      subject: 'Suất của bạn tại {brand} đã sẵn sàng',
      text: 'Bạn đã chờ trong hàng, và giờ đến lượt bạn. {brand} đã mở cho bạn.\n\nNhấn nút và mời bạn vào.',
      title: 'Suất của bạn đã sẵn sàng',
      card: 'Đến lượt bạn rồi. Mời bạn vào.',
      button: 'Nhận suất',
      kept: 'Chúng tôi giữ suất cho bạn {days} ngày. Link này chỉ dành cho bạn, đừng chia sẻ nhé.',
      reminder: {
        subject: 'Suất của bạn tại {brand} vẫn còn',
        preview: 'Nhấn nút là suất của bạn.',
        title: 'Suất của bạn vẫn còn',
        text: 'Nhấn nút để nhận suất. Chưa sẵn sàng? Không cần làm gì, bạn sẽ trở lại chỗ của mình trong hàng.',
      },
    },
  },
}

const film = {
  title: 'Xem trong một phút',
  play: 'Xem video',
  facts: 'Không cần mở tiếng',
  words: [{ text: 'Đây là {brand}.' }],
}
const joined = '+ người đã tham gia'
const belief = 'Chúng tôi tin'
const title = 'Hỏi và đáp'
const when = '{launch}. Ai có trong danh sách sẽ biết trước, theo thứ tự trong hàng.'
const early = {
  question: 'Vào sớm thì được gì?',
  answer:
    'Một con số của riêng bạn. Hàng tiến lên khi có người được vào, và mỗi người bạn vào bằng link của bạn sẽ đưa bạn lên trước.',
}
const ready =
  'Để lại email{questions:=0:|other:, trả lời # câu ngắn}, và bạn có một chỗ trong hàng. Mỗi người bạn vào bằng link của bạn sẽ đưa bạn lên trước.'

export const vi: TemplateTranslations = {
  app: {
    ...neutral,
    brand: { pitch: 'Ứng dụng giúp bạn bớt một việc phải nhớ.' },
    share: {
      text: '{brand} là ứng dụng mình đang chờ, và mình đã vào danh sách chờ. Dùng link của mình để lên hàng nhanh hơn:',
    },
    landing: {
      film,
      belief: { title: belief, quote: 'Điều tốt đáng để chờ, và vui hơn khi có nhau.' },
      trades: ['được lên lịch', 'được chia sẻ', 'được ghi nhớ', 'được làm xong'],
      headline: { before: 'Những việc nhỏ,', after: 'trong một ứng dụng.' },
      lead: '{brand} là ứng dụng giúp bạn bớt một việc phải nhớ, mỗi ngày. Vào danh sách chờ để là một trong những người dùng thử đầu tiên.',
      joined,
      problem: {
        title: 'Vấn đề',
        lead: 'Không việc nào khó. Chỉ là quá nhiều.',
        pains: [
          {
            time: '1',
            title: 'Mỗi thứ một nơi',
            text: 'Ghi chú ở đây, tin nhắn ở kia, ảnh chụp một danh sách. Đến lúc cần thì nó nằm ở máy khác.',
          },
          {
            time: '2',
            title: 'Lúc nào cũng quên một thứ',
            text: 'Bạn nhớ ra trên xe buýt, trong phòng tắm, lúc ba giờ sáng. Không bao giờ đúng lúc.',
          },
          {
            time: '3',
            title: 'Một người phải nhớ hết',
            text: 'Và thường là bạn. Những người khác chỉ hỏi tiếp theo là gì.',
          },
        ],
      },
      features: {
        title: 'Ứng dụng làm được gì',
        lead: 'Ít việc, nhưng làm tốt.',
        list: [
          { title: 'Một chỗ duy nhất', text: 'Mọi điều bạn muốn nhớ đều nằm ở nơi bạn xem đầu tiên.' },
          {
            title: 'Dành cho hai người trở lên',
            text: 'Chia sẻ danh sách, kế hoạch hay lời nhắc chỉ bằng một lần nhấn. Người xem không cần tài khoản.',
          },
          {
            title: 'Im lặng cho đến khi cần',
            text: 'Nhắc bạn khi có việc tới hạn, còn không thì để bạn yên.',
          },
          {
            title: 'Của riêng bạn',
            text: 'Không quảng cáo, không bán dữ liệu. Bạn mang dữ liệu đi bất cứ lúc nào.',
          },
        ],
      },
      answers: {
        title,
        list: [
          { question: 'Khi nào tôi dùng thử được?', answer: when },
          {
            question: 'Chạy trên điện thoại nào?',
            answer: 'iPhone, Android và mọi trình duyệt. Cho chúng tôi biết máy của bạn khi đăng ký.',
          },
          early,
        ],
      },
      ready: { title: 'Là một trong những người đầu tiên', text: ready },
    },
    questions: {
      device: {
        label: 'Điện thoại',
        question: 'Bạn dùng điện thoại nào?',
        choices: { iPhone: 'iPhone', Android: 'Android', Neither: 'Không phải hai loại này' },
      },
      used_today: {
        label: 'Hiện tại',
        question: 'Hiện nay bạn dùng gì cho việc này?',
        placeholder: 'Một ứng dụng, một cuốn sổ, chưa dùng gì',
      },
      hopes: {
        label: 'Mong muốn',
        question: 'Điều gì quan trọng nhất với bạn?',
        choices: {
          'Saving time': 'Tiết kiệm thời gian',
          'Saving money': 'Tiết kiệm tiền',
          Privacy: 'Riêng tư',
          'Sharing with others': 'Chia sẻ với người khác',
          'Working offline': 'Dùng được khi không có mạng',
          Other: 'Khác',
        },
      },
      would_pay: {
        label: 'Giá',
        question: 'Bạn sẵn sàng trả bao nhiêu?',
        choices: {
          'Nothing: only if it is free': 'Không trả: chỉ dùng nếu miễn phí',
          'Once, when I download it': 'Trả một lần khi tải về',
          'A little every month': 'Mỗi tháng một ít',
          'I don’t know yet': 'Tôi chưa biết',
        },
      },
    },
  },
  b2b: {
    ...neutral,
    brand: { pitch: 'Công cụ trả lại buổi chiều cho cả nhóm.' },
    share: {
      text: '{brand} muốn tiết kiệm hàng giờ cho nhóm của mình, và mình đã vào danh sách chờ. Dùng link của mình để lên hàng nhanh hơn:',
    },
    landing: {
      film,
      trades: ['báo cáo', 'bàn giao', 'phê duyệt', 'kế hoạch'],
      headline: { before: 'Cho nhóm của bạn:', after: 'không còn việc vặt.' },
      lead: '{brand} lo việc lặp lại giữa các công cụ, để nhóm của bạn làm đúng việc của mình. Vào danh sách chờ để được dùng sớm.',
      joined,
      problem: {
        title: 'Vấn đề',
        lead: 'Một tuần bình thường, và nó trôi đi đâu.',
        pains: [
          {
            time: 'T2',
            title: 'Chép từ công cụ này sang công cụ kia',
            text: 'Cùng một con số ở ba nơi, và không ai chắc số nào đúng.',
          },
          {
            time: 'T4',
            title: 'Chờ một lời đồng ý',
            text: 'Việc xong từ thứ Hai. Phê duyệt vẫn nằm trong hộp thư.',
          },
          {
            time: 'T6',
            title: 'Báo cáo về báo cáo',
            text: 'Nửa ngày để kể lại chuyện đã xảy ra, và không còn giờ để thay đổi.',
          },
        ],
      },
      features: {
        title: 'Công cụ làm được gì',
        lead: 'Chạy cùng những công cụ bạn đang có.',
        list: [
          {
            title: 'Kết nối các công cụ của bạn',
            text: 'Email, lịch, tài liệu và phiếu việc, cài xong trong một buổi chiều.',
          },
          {
            title: 'Soạn sẵn việc lặp lại',
            text: 'Bàn giao, nhắc việc và tóm tắt đã sẵn để xem lại. Con người quyết định cuối cùng.',
          },
          {
            title: 'Cho thấy thời gian đi đâu',
            text: 'Mỗi tuần một trang, lấy từ chính công việc. Không ai phải điền biểu mẫu.',
          },
          {
            title: 'An toàn từ đầu',
            text: 'Phân quyền, nhật ký mọi thay đổi, và dữ liệu nằm ở nơi bạn muốn.',
          },
        ],
      },
      belief: { title: belief, quote: 'Người giỏi không vào công ty bạn để chép từng ô bảng tính.' },
      answers: {
        title,
        list: [
          { question: 'Khi nào mở?', answer: when },
          {
            question: 'Giá bao nhiêu?',
            answer: 'Giá theo người và theo tháng, biết trước khi bắt đầu. Nhóm vào sớm được giữ giá.',
          },
          {
            question: 'Dữ liệu của chúng tôi nằm ở đâu?',
            answer: 'Viết cho {support}, chúng tôi sẽ gửi mọi thông tin về máy chủ và bảo mật.',
          },
        ],
      },
      ready: { title: 'Được dùng sớm', text: ready },
    },
    questions: {
      full_name: { label: 'Họ tên', question: 'Bạn tên là gì?', placeholder: 'Tên của bạn' },
      business_name: {
        label: 'Công ty',
        question: 'Bạn làm ở công ty nào?',
        placeholder: 'Tên công ty',
      },
      company_website: {
        label: 'Trang web',
        question: 'Trang web của công ty bạn là gì?',
        placeholder: 'https://',
      },
      team_size: { label: 'Quy mô nhóm', question: 'Nhóm của bạn có bao nhiêu người?' },
      role: {
        label: 'Vai trò',
        question: 'Vai trò của bạn là gì?',
        choices: {
          'Founder or director': 'Sáng lập hoặc giám đốc',
          Manager: 'Quản lý',
          Engineer: 'Kỹ thuật',
          Operations: 'Vận hành',
          Other: 'Khác',
        },
      },
      timing: {
        label: 'Bắt đầu',
        question: 'Bạn muốn bắt đầu khi nào?',
        choices: {
          'As soon as it is ready': 'Ngay khi có',
          'Within three months': 'Trong ba tháng tới',
          Later: 'Sau này',
          'Just looking': 'Chỉ xem thử',
        },
      },
    },
  },
  shop: {
    ...neutral,
    brand: { pitch: 'Sắp mở, và mong được gặp bạn.' },
    share: {
      text: '{brand} sắp mở, và mình đã vào danh sách. Dùng link của mình để lên hàng nhanh hơn:',
    },
    landing: {
      film,
      problem: {
        title: 'Vì sao',
        lead: 'Điều khiến chúng tôi bắt đầu.',
        pains: [
          {
            time: '1',
            title: 'Điều còn thiếu hôm nay',
            text: 'Viết một hai câu về điều mọi người phải chịu cho tới khi bạn mở cửa.',
          },
        ],
      },
      trades: ['sắp mở', 'đang nướng', 'đang pha', 'sắp đến'],
      headline: { before: 'Điều ngon lành', after: 'ngay góc phố.' },
      lead: '{brand} sắp mở. Để lại email để là một trong những người đầu tiên bước qua cửa.',
      joined: '+ người đã xếp hàng',
      features: {
        title: 'Có gì chờ bạn',
        lead: 'Vài điều chúng tôi cũng đang mong.',
        list: [
          {
            title: 'Làm tại chỗ',
            text: 'Tươi mỗi sáng, từng mẻ nhỏ, do những người bạn có thể trò chuyện.',
          },
          { title: 'Một nơi để ngồi lại', text: 'Một tách ngon, một bàn cạnh cửa sổ, và không phải vội.' },
          { title: 'Sẵn sàng khi bạn đến', text: 'Đặt trước và lấy trên đường đi.' },
          {
            title: 'Món quà mang theo',
            text: 'Cho sinh nhật, ngày Chủ nhật và những người đã có đủ mọi thứ.',
          },
        ],
      },
      belief: { title: belief, quote: 'Điều tốt cần thời gian, và ngon hơn khi chia sẻ.' },
      answers: {
        title,
        list: [
          { question: 'Khi nào mở cửa?', answer: when },
          { question: 'Tiệm ở đâu?', answer: 'Địa chỉ có ở trang liên hệ.' },
          early,
        ],
      },
      ready: { title: 'Bước qua cửa trước tiên', text: ready },
    },
    questions: {
      wishes: {
        label: 'Mong muốn',
        question: 'Bạn mong chờ điều gì?',
        choices: {
          'New things to try': 'Món mới để thử',
          'Everyday favourites': 'Món quen mỗi ngày',
          Gifts: 'Quà tặng',
          'Special orders': 'Đặt làm riêng',
          Events: 'Sự kiện',
          Other: 'Khác',
        },
      },
      visits: {
        label: 'Ghé tiệm',
        question: 'Bạn sẽ ghé bao lâu một lần?',
        choices: {
          'Most days': 'Gần như mỗi ngày',
          'Every week': 'Mỗi tuần',
          'Now and then': 'Thỉnh thoảng',
          'I would order online': 'Tôi sẽ đặt qua mạng',
        },
      },
      neighbourhood: {
        label: 'Khu vực',
        question: 'Bạn sống ở đâu?',
        placeholder: 'Thành phố hoặc khu bạn ở',
      },
    },
  },
}
